//! The frame of the window: toolbar above, timeline below, the docked panels between, dialogs and toasts on top.

use egui::{LayerId, Ui, UiBuilder};

use crate::ui::command::UiCommand;
use crate::ui::cx::{Cx, Frame};
use crate::ui::dashboard::{Dashboard, Screen};
use crate::ui::keys;
use crate::ui::panels::{export, gallery, help, problems, timeline, toasts, toolbar};

/// Draws the whole dashboard into the window of `ctx`. May be called more than once for a picture.
pub fn show(ctx: &egui::Context, dashboard: &mut Dashboard) {
    let layer = LayerId::background();
    let builder = UiBuilder::new().layer_id(layer).max_rect(ctx.viewport_rect());
    let mut root = Ui::new(ctx.clone(), "dashboard".into(), builder);
    ui(&mut root, dashboard);
}

/// Draws the whole dashboard into `root`.
pub fn ui(root: &mut Ui, dashboard: &mut Dashboard) {
    dashboard.hovering = None;
    keys::read(root.ctx(), dashboard);
    let theme = dashboard.theme;
    match (dashboard.screen, &dashboard.session) {
        (Screen::Run, Some(session)) => {
            let frame = Frame { size: root.max_rect().size() };
            let mut cx = Cx {
                session,
                view: session.view(),
                theme,
                frame,
                selected: dashboard.selected,
                hovered: dashboard.hovered,
                hovering: &mut dashboard.hovering,
                out: &mut dashboard.outbox,
            };
            let panels = &mut dashboard.panels;
            let bar = |fill: egui::Color32| egui::Frame::new().fill(fill);
            if !dashboard.dock.is_lone() {
                egui::Panel::top("toolbar")
                    .exact_size(frame.between(42.0, 46.0))
                    .frame(bar(theme.bg1()))
                    .show(root, |ui| toolbar::ui(ui, &mut cx, &mut panels.toolbar));
                egui::Panel::bottom("timeline")
                    .exact_size(frame.between(86.0, 104.0))
                    .frame(bar(theme.bg1()))
                    .show(root, |ui| timeline::ui(ui, &mut cx, &mut panels.timeline, &panels.lanes));
            }
            // No fill: what lies under the map's tile is drawn by the host.
            egui::CentralPanel::no_frame().show(root, |ui| dashboard.dock.ui(ui, &mut cx, panels));
            export::ui(root.ctx(), &mut cx, &mut panels.export, &panels.lanes);
        }
        _ => {
            egui::CentralPanel::no_frame().frame(egui::Frame::new().fill(theme.bg1())).show(root, |ui| {
                gallery::ui(ui, theme, &mut dashboard.outbox, &mut dashboard.panels.gallery);
            });
        }
    }
    problems::ui(root.ctx(), theme, &mut dashboard.problems);
    help::ui(root.ctx(), theme, &mut dashboard.help);
    toasts::ui(root.ctx(), theme, &mut dashboard.panels.toasts);
    gallery::path_dialog(root.ctx(), theme, &mut dashboard.outbox, &mut dashboard.panels.gallery);
    for file in root.ctx().input(|input| input.raw.dropped_files.clone()) {
        dashboard.outbox.push(UiCommand::Open(file.path().to_owned()));
    }
}
