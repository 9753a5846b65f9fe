//! The JSON-Template language: compile once, render many.
