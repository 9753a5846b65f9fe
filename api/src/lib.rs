//! The loggia API: carts, checkout, forms and sign-ups.
