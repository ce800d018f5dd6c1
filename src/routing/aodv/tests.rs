//! Routers without radios: scripts of packets and messages.
