//! What reaches egui from the keyboard, put right.
//!
//! Two things are amiss on the way. The modifiers of every key are those at the end of a picture: a quick Ctrl+Z whose four strokes
//! fall into one slow picture would arrive as a plain Z. And the state of the modifiers comes with each picture, as an event, and
//! every event makes egui ask for two more pictures: the window would never rest.

use bevy::ecs::prelude::*;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy_egui::EguiInput;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::ModifierKeysState;

/// Gives each key the modifiers that were held with it, and drops what repeats the state of the modifiers.
pub(super) fn put_right(
    mut inputs: Query<&mut EguiInput>,
    mut keys: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut held: Local<ModifierKeysState>,
    mut told: Local<egui::Modifiers>,
) {
    if lost.read().next().is_some() {
        *held = ModifierKeysState::default();
    }
    let modifiers: Vec<egui::Modifiers> = keys.read().filter_map(|key| stroke(key, &mut held)).collect();
    for mut input in &mut inputs {
        let events = &mut input.0.events;
        let strokes = events.iter().filter(|event| matches!(event, egui::Event::Key { .. })).count();
        // A key for each stroke, in the same order; else some of them went elsewhere, and nothing is known.
        if strokes == modifiers.len() {
            let mut right = modifiers.iter();
            for event in events.iter_mut() {
                if let egui::Event::Key { modifiers, .. } = event {
                    *modifiers = right.next().copied().unwrap_or(*modifiers);
                }
            }
        }
        events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *told, *now) != *now,
            _ => true,
        });
    }
}

/// Takes note of a stroke. Gives the modifiers that are held with it, if it becomes an event of egui.
fn stroke(key: &KeyboardInput, held: &mut ModifierKeysState) -> Option<egui::Modifiers> {
    let pressed = key.state.is_pressed();
    match key.logical_key {
        Key::Shift => held.shift = pressed,
        Key::Control => held.ctrl = pressed,
        Key::Alt => held.alt = pressed,
        Key::Super | Key::Meta => held.win = pressed,
        _ => {}
    }
    let known = bevy_to_egui_key(&key.logical_key).or_else(|| bevy_to_egui_physical_key(&key.key_code));
    known.map(|_| held.to_egui_modifiers())
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;
    use bevy::input::keyboard::KeyCode;

    use super::*;

    #[test]
    fn strokes_of_one_picture_keep_their_modifiers() {
        let message = |logical: Key, code, state| KeyboardInput {
            key_code: code,
            logical_key: logical,
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        };
        let z = || Key::Character("z".into());
        let (down, up) = (ButtonState::Pressed, ButtonState::Released);
        let strokes = [
            message(Key::Control, KeyCode::ControlLeft, down),
            message(z(), KeyCode::KeyZ, down),
            message(z(), KeyCode::KeyZ, up),
            message(Key::Control, KeyCode::ControlLeft, up),
            message(z(), KeyCode::KeyZ, down),
        ];
        let mut held = ModifierKeysState::default();
        let found: Vec<bool> =
            strokes.iter().filter_map(|key| stroke(key, &mut held)).map(|modifiers| modifiers.ctrl).collect();
        assert_eq!(found, [true, true, false]);
    }
}
