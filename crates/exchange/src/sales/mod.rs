//! What was sold elsewhere: orders, discounts, gift cards, reviews.

mod amount;
mod card;
mod discount;
mod order;
mod review;

pub use amount::{cents, decimal};
pub use card::{Card, is_cards, read as cards};
pub use discount::{Discounted, is_discounts, read as discounts};
pub use order::{Order, OrderLine, is_orders, read as orders};
pub use review::{Review, is_reviews, read as reviews};
