//! The loggia command's library: the path of a site from JSON to static files.
