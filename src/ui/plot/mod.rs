//! Curves: what a lane needs of a series for the shown span and width, and the axes around it.
