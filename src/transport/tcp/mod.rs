//! TCP: a sender and a receiver as state machines without clock, calendar or network.
//!
//! The sender owns sequence numbers, the retransmission timer and the clockwork; *how much* it may send is the law's business
//! ([`crate::congestion`]), *what is sent again* the engine's ([`crate::recovery`]). In: segments, timers and the application's
//! supply, each with the present time. Out: [`TcpOutput`]s, to be carried out in the order in which they were pushed.
//!
//! Numbering: the SYN takes sequence number 0, payload begins at 1 (also without handshake). ns-2's segment `k` is the bytes
//! `1 + (k - 1) * segment ..`, and its acknowledgement `a` is the header's `ack = 1 + a * segment`.
//!
//! Sources: RFC 5681, RFC 6298, RFC 6582, RFC 3042, RFC 2018; spec/transport.md 2.

pub mod config;
mod output;
mod reassembly;
mod receiver;
mod rtt;
mod sender;

#[cfg(test)]
mod tests;

pub use output::{HEADERS, Phase, ReceiverCounters, SenderCounters, TcpEvent, TcpOutput, TcpTimer, TcpView};
pub use receiver::TcpReceiver;
pub use sender::TcpSender;
