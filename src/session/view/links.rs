//! Wired links as they are now.

use crate::ids::{FlowId, LinkId, NodeId};
use crate::link::pipe::Pipe;
use crate::session::view::View;
use crate::units::{BitRate, SimDuration};

/// One direction of a wired link as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkView {
    /// Which.
    pub id: LinkId,
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// Its rate; zero is unlimited.
    pub bandwidth: BitRate,
    /// Its propagation delay.
    pub delay: SimDuration,
    /// The probability that a packet is lost at random.
    pub loss: f64,
    /// Whether both ends are on.
    pub up: bool,
    /// Whose packets wait at its beginning, the head first.
    pub queue: Vec<Option<FlowId>>,
    /// How many may wait.
    pub queue_limit: usize,
    /// Whose packets are in service or on the wire.
    pub inside: Vec<Option<FlowId>>,
}

impl View<'_> {
    /// All directions of all wired links.
    pub fn links(&self) -> Vec<LinkView> {
        (0..).map(LinkId).take(self.index().links.len()).filter_map(|id| self.link(id)).collect()
    }

    /// One direction of a wired link; `None` if there is none with this number.
    pub fn link(&self, id: LinkId) -> Option<LinkView> {
        let pipe = self.get::<Pipe>(*self.index().links.get(id.index())?)?;
        let (from, to) = *self.index().ends.get(id.index())?;
        Some(LinkView {
            id,
            from,
            to,
            bandwidth: pipe.bandwidth(),
            delay: pipe.delay(),
            loss: pipe.loss(),
            up: pipe.is_up(),
            queue: pipe.queue().iter().map(|packet| packet.flow).collect(),
            queue_limit: pipe.queue().limit(),
            inside: pipe.packets().map(|packet| packet.flow).take(pipe.packets().count() - pipe.queue().len()).collect(),
        })
    }
}
