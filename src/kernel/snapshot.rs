//! What a run consists of: the registry of components and resources that a snapshot copies.
//!
//! Each layer registers what belongs to a run when it adds it, and declares what does not (scratch space, recordings, what never
//! changes). [`Registry::unregistered`] names what nobody spoke for; a test keeps that list empty.

use std::any::Any;

use bevy_ecs::archetype::Archetype;
use bevy_ecs::component::{Component, ComponentId, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::world::World;

type Column = Box<dyn Any + Send + Sync>;

/// One registered kind of state and how to copy it.
#[derive(Clone, Copy)]
struct Part {
    name: &'static str,
    save: fn(&World, &[Entity]) -> Column,
    restore: fn(&mut World, &[Entity], &(dyn Any + Send + Sync)),
    bytes: fn(&(dyn Any + Send + Sync)) -> usize,
}

/// The list of everything that belongs to a run.
#[derive(Default)]
pub struct Registry {
    parts: Vec<Part>,
    known: Vec<ComponentId>,
}

/// A copy of a run at one instant.
pub struct Snapshot {
    columns: Vec<Column>,
    bytes: usize,
}

impl Snapshot {
    /// Roughly how much memory it takes, without what its values own on the heap.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Registry {
    /// Registers a component of nodes, flows or links.
    pub fn component<C: Component<Mutability = Mutable> + Clone>(&mut self, world: &mut World) {
        self.known.push(world.register_component::<C>());
        self.parts.push(Part {
            name: std::any::type_name::<C>(),
            save: |world, entities| {
                Box::new(entities.iter().map(|entity| world.get::<C>(*entity).cloned()).collect::<Vec<Option<C>>>())
            },
            restore: |world, entities, column| {
                let Some(column) = column.downcast_ref::<Vec<Option<C>>>() else { return };
                for (entity, saved) in entities.iter().zip(column) {
                    if let (Some(saved), Some(mut present)) = (saved, world.get_mut::<C>(*entity)) {
                        present.clone_from(saved);
                    }
                }
            },
            bytes: |column| {
                column
                    .downcast_ref::<Vec<Option<C>>>()
                    .map_or(0, |column| column.iter().filter(|value| value.is_some()).count() * size_of::<C>())
            },
        });
    }

    /// Registers a resource that belongs to the run.
    pub fn resource<R: Resource<Mutability = Mutable> + Clone>(&mut self, world: &mut World) {
        self.known.push(world.register_component::<R>());
        self.parts.push(Part {
            name: std::any::type_name::<R>(),
            save: |world, _| Box::new(world.get_resource::<R>().cloned()),
            restore: |world, _, column| {
                if let (Some(Some(saved)), Some(mut present)) =
                    (column.downcast_ref::<Option<R>>(), world.get_resource_mut::<R>())
                {
                    present.clone_from(saved);
                }
            },
            bytes: |_| size_of::<R>(),
        });
    }

    /// Declares a component or resource that is no part of a run's state: scratch, recordings, or what never changes.
    pub fn outside<C: Component>(&mut self, world: &mut World) {
        self.known.push(world.register_component::<C>());
    }

    /// Copies everything registered, of these entities in this order.
    pub fn save(&self, world: &World, entities: &[Entity]) -> Snapshot {
        let columns: Vec<Column> = self.parts.iter().map(|part| (part.save)(world, entities)).collect();
        let bytes = self.parts.iter().zip(&columns).map(|(part, column)| (part.bytes)(column.as_ref())).sum();
        Snapshot { columns, bytes }
    }

    /// Writes a snapshot back in place. The world has to be spawned from the same scenario as the one it was taken of.
    pub fn restore(&self, world: &mut World, entities: &[Entity], snapshot: &Snapshot) {
        for (part, column) in self.parts.iter().zip(&snapshot.columns) {
            (part.restore)(world, entities, column.as_ref());
        }
    }

    /// The names of all registered kinds of state.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.parts.iter().map(|part| part.name)
    }

    /// Components and resources in the world that nobody registered or declared; those of the ECS itself do not count.
    pub fn unregistered(&self, world: &World) -> Vec<String> {
        let mut names: Vec<String> = world
            .archetypes()
            .iter()
            .flat_map(Archetype::components)
            .filter(|id| !self.known.contains(id))
            .filter_map(|id| world.components().get_info(*id))
            .map(|info| info.name().to_string())
            .filter(|name| !name.starts_with("bevy_ecs::"))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
