//! Hopscope: an oscilloscope for TCP over multi-hop wireless.
//!
//! A scenario file becomes a world of nodes, radios, links and flows; the world is simulated packet by packet, exactly and
//! repeatably; what happened comes out as series, figures and causes. This page is the map, in the order in which data flow.
//! A module imports only modules that are lower in rank; a test keeps it so.
//!
//! # What everything is made of
//!
//! [`ids`] names nodes, flows, links, packets and frames by small integers in scenario order. Loops that write shared state follow
//! that order.
//!
//! [`units`] holds quantities with their units: time is an integer number of nanoseconds, and only operations that mean something
//! exist.
//!
//! [`rng`] gives every owner and purpose a random stream of its own, so adding one shifts no other.
//!
//! [`palette`] gives every flow and class its colour, the same in every figure.
//!
//! [`packet`] is what travels: packets and frames with the headers of all protocols, and no payload.
//!
//! [`fact`] is what can be said about a run afterwards: facts with their causes, and the reasons for losing a packet.
//!
//! [`kernel`] is the machinery that knows no protocol: the calendar with its total order of events, the clock, timers, the step,
//! the registry of what a snapshot copies, the digest.
//!
//! # The layers, downwards
//!
//! Each layer is a state machine that is told the time and pushes what it wants done. It sees no calendar, no world and no other
//! layer.
//!
//! [`traffic`] decides what an application wants sent, and when.
//!
//! [`transport`] carries it end to end: TCP senders and receivers, datagrams.
//!
//! [`congestion`] holds the window laws, one file each: how much may be in flight.
//!
//! [`recovery`] holds the loss recovery engines of TCP: what is sent again, and when an episode ends. Engines and laws combine freely.
//!
//! [`routing`] finds the next hop.
//!
//! [`queue`] is where packets wait, or are dropped.
//!
//! [`link`] is a wired pipe with its rate, delay and impairments.
//!
//! [`mac`] is the 802.11 distributed coordination function: carrier sense, backoff, RTS and CTS, retries.
//!
//! [`phy`] says who hears a frame, how strongly, and what an overlap does to it.
//!
//! # What watches them
//!
//! [`energy`] keeps an integer ledger of the time that each radio spends in each state, and for what; joules are computed on reading.
//!
//! [`journal`] keeps facts with their causes, bounded, and answers *why*.
//!
//! # What makes a run of them
//!
//! [`sim`] is the simulation as a value, and the only place where layers meet: it takes events from the calendar, dispatches them and
//! carries out what the layers want.
//!
//! [`metrics`] records series while a run goes on, without changing it, and summarises it.
//!
//! [`scenario`] reads and checks scenario files and builds a simulation from them.
//!
//! [`export`] writes CSV and figures.
//!
//! [`session`] holds a run while somebody watches it: branches, the cursor, speed, undo. It draws nothing.
//!
//! [`sweep`] runs one scenario many times, over values and seeds, on all cores.
//!
//! `ui` (feature `gui`) is the dashboard: a Bevy application that holds a session, draws it and sends it commands.
//!
//! [`cli`] is the command line.

pub mod ids;
pub mod palette;
pub mod rng;
pub mod units;

pub mod fact;
pub mod kernel;
pub mod packet;

pub mod congestion;
pub mod phy;
pub mod queue;
pub mod traffic;

pub mod energy;
pub mod link;
pub mod mac;
pub mod recovery;
pub mod routing;

pub mod journal;
pub mod transport;

pub mod sim;

pub mod metrics;

pub mod scenario;

pub mod export;

pub mod session;

pub mod sweep;

#[cfg(feature = "gui")]
pub mod ui;

pub mod cli;
