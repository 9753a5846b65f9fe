//! Questions about products (T-055 to T-058).

use loggia_template::Vocabulary;

use super::facts::Facts;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.predicate_fn("has-variants?", |_, context| Ok(Facts::of(context.node()).has_variants()));
    vocabulary.predicate_fn("on-sale?", |_, context| Ok(Facts::of(context.node()).is_on_sale()));
    vocabulary.predicate_fn("sold-out?", |_, context| Ok(Facts::of(context.node()).is_sold_out()));
    vocabulary.predicate_fn("varied-prices?", |_, context| Ok(Facts::of(context.node()).has_varied_prices()));
}
