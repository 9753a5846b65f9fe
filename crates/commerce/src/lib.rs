//! Money, products, availability and the cart's rules.
