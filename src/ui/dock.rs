//! Which panel is where: a tree of tiles that can be dragged, split and stacked.

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree, UiResponse};
use serde::{Deserialize, Serialize};

use crate::ui::cx::{Cx, Frame};
use crate::ui::dashboard::Panels;
use crate::ui::map;
use crate::ui::panels::{inspector, lanes, sidebar};

/// A panel that can be docked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pane {
    /// Scenario, flows, nodes.
    Sidebar,
    /// The map.
    Map,
    /// The lanes and the radio strip.
    Lanes,
    /// What is selected.
    Inspector,
}

impl Pane {
    /// Its title, for a tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Sidebar => "Scenario",
            Self::Map => "Map",
            Self::Lanes => "Lanes",
            Self::Inspector => "Inspector",
        }
    }
}

/// The tree of panels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dock {
    tree: Tree<Pane>,
    /// For which size of window the shares of the first layout were made; `None` once a person has changed them.
    fitted: Option<(f32, f32)>,
    /// Whether the map was made higher, for a scenario that is tall.
    #[serde(default)]
    tall: bool,
}

impl Default for Dock {
    fn default() -> Self {
        Self {
            tree: first_layout(Frame { size: egui::vec2(1920.0, 1080.0) }, false),
            fitted: Some((0.0, 0.0)),
            tall: false,
        }
    }
}

/// Sidebar, map over lanes, inspector, with the measures of the target pictures.
fn first_layout(frame: Frame, tall: bool) -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let [left, map, lanes, right] =
        [Pane::Sidebar, Pane::Map, Pane::Lanes, Pane::Inspector].map(|pane| tiles.insert_pane(pane));
    let more = if tall { frame.between(28.0, 60.0) } else { 0.0 };
    let centre_height = (frame.size.y - frame.between(42.0 + 86.0, 46.0 + 104.0)).max(2.0);
    let usual = frame.between(24.0 + 190.0 + 30.0, 28.0 + 300.0 + 31.0) + more;
    // In a low window half is left to the lanes.
    let map_height = usual.min(centre_height * 0.55);
    let centre = linear(&mut tiles, LinearDir::Vertical, &[(map, map_height), (lanes, centre_height - map_height)]);
    let (left_width, right_width) = (frame.between(188.0, 256.0), frame.between(308.0, 388.0));
    let middle = (frame.size.x - left_width - right_width).max(2.0);
    let root = if frame.size.x < 1100.0 {
        // The inspector becomes a tab of the left panel.
        let side = tiles.insert_tab_tile(vec![left, right]);
        linear(&mut tiles, LinearDir::Horizontal, &[(side, right_width), (centre, frame.size.x - right_width)])
    } else {
        linear(&mut tiles, LinearDir::Horizontal, &[(left, left_width), (centre, middle), (right, right_width)])
    };
    Tree::new("dock", root, tiles)
}

fn linear(tiles: &mut Tiles<Pane>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(dir, children.iter().map(|(id, _)| *id).collect());
    // Around 1, which is the share of a panel that is docked here later.
    let mean = children.iter().map(|(_, share)| share.max(1.0)).sum::<f32>() / children.len().max(1) as f32;
    for (id, share) in children {
        linear.shares.set_share(*id, share.max(1.0) / mean);
    }
    tiles.insert_new(Tile::Container(Container::Linear(linear)))
}

impl Dock {
    /// Nothing but one panel, which fills the window: neither toolbar nor timeline.
    pub fn only(pane: Pane) -> Self {
        let mut tiles = Tiles::default();
        let root = tiles.insert_pane(pane);
        Self { tree: Tree::new("dock", root, tiles), fitted: None, tall: false }
    }

    /// Makes room for a scenario that was just opened, unless a person has changed the layout.
    pub fn make_room(&mut self, tall: bool) {
        if self.fitted.is_some() && self.tall != tall {
            self.fitted = Some((0.0, 0.0));
        }
        self.tall = tall;
    }

    /// Whether it was made by [`Self::only`].
    pub fn is_lone(&self) -> bool {
        self.tree.root().is_some_and(|root| self.tree.tiles.get_pane(&root).is_some())
    }

    /// Whether every panel is somewhere in it.
    pub fn is_whole(&self) -> bool {
        let panes: Vec<Pane> = self
            .tree
            .tiles
            .iter()
            .filter_map(|(_, tile)| match tile {
                Tile::Pane(pane) => Some(*pane),
                Tile::Container(_) => None,
            })
            .collect();
        self.tree.root().is_some()
            && [Pane::Sidebar, Pane::Map, Pane::Lanes, Pane::Inspector].iter().all(|pane| panes.contains(pane))
    }

    /// Whether a person has changed it.
    pub const fn is_edited(&self) -> bool {
        self.fitted.is_none()
    }

    /// Draws all panels into the rest of `ui`.
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &mut Cx<'_>, panels: &mut Panels) {
        let size = (cx.frame.size.x, cx.frame.size.y);
        if self.fitted.is_some_and(|fitted| fitted != size) {
            self.tree = first_layout(cx.frame, self.tall);
            self.fitted = Some(size);
        }
        let mut behavior = Behavior { cx, panels, edited: false };
        self.tree.ui(&mut behavior, ui);
        if behavior.edited {
            self.fitted = None;
        }
    }
}

struct Behavior<'a, 'b> {
    cx: &'a mut Cx<'b>,
    panels: &'a mut Panels,
    edited: bool,
}

impl egui_tiles::Behavior<Pane> for Behavior<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let dragged = match pane {
            Pane::Sidebar => sidebar::ui(ui, self.cx, &mut self.panels.sidebar),
            Pane::Map => map::ui(ui, self.cx, &mut self.panels.map),
            Pane::Lanes => lanes::ui(ui, self.cx, &mut self.panels.lanes),
            Pane::Inspector => inspector::ui(ui, self.cx, &mut self.panels.inspector),
        };
        if dragged { UiResponse::DragStarted } else { UiResponse::None }
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title().into()
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        1.0
    }

    fn min_size(&self) -> f32 {
        120.0
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: false, ..Default::default() }
    }

    fn on_edit(&mut self, _action: egui_tiles::EditAction) {
        self.edited = true;
    }
}
