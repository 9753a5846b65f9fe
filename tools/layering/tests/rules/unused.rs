//! Exports that nothing but tests names.

use crate::workspace;
use loggia_layering::{Allowed, Error, unused};
use std::fs;

fn found(first: &str, second: &str) -> Vec<String> {
    let files = [("first/src/lib.rs", first), ("second/src/lib.rs", second), ("tools/third/src/lib.rs", "")];
    unused(&workspace(&files).into_programs()).iter().map(ToString::to_string).collect()
}

#[test]
fn a_function_that_no_program_calls() {
    assert_eq!(
        found("pub fn dead() {}\npub fn alive() {}\nfn private() {}", "fn private() { first::alive() }"),
        ["first/src/lib.rs:1 dead"]
    );
}

#[test]
fn its_own_text_tests_and_imports_are_no_use() {
    let first = "pub fn dead(deep: bool) { if deep { dead(false) } }\n\
        pub use other::dead as _;\n\
        #[cfg(test)]\nmod tests { fn test() { super::dead(true) } }\n\
        #[cfg(feature = \"testing\")]\npub fn helper() { dead(true) }\n\
        /// See [`dead`].\nstruct Holder { dead: bool }\n\
        fn holder(holder: Holder) -> bool { holder.dead }";
    assert_eq!(found(first, "pub use first::dead;"), ["first/src/lib.rs:1 dead"]);
}

#[test]
fn texts_in_attributes_formats_and_other_names_are_uses() {
    let first = "pub fn is_none() {}\npub fn filled() {}\npub const LIMIT: usize = 3;\npub struct Old;";
    let second = "use first::Old as New;\n\
        #[serde(skip_serializing_if = \"is_none\", default = \"first::filled\")]\nstruct Wire(New);\n\
        fn say() -> String { format!(\"at most {LIMIT} bytes\") }";
    assert_eq!(found(first, second), Vec::<String>::new());
}

#[test]
fn a_type_that_only_its_own_methods_name_and_a_method_that_nobody_calls() {
    let first = "pub struct Dead;\nimpl Dead { fn new() -> Dead { Dead } }\nimpl Clone for Dead { fn clone(&self) -> Dead { Dead } }\n\
        pub struct Alive;\nimpl Alive {\n    pub const DEEP: usize = 1;\n    pub fn total(&self) {}\n    pub(crate) fn told(&self) {}\n}\n\
        fn run(alive: Alive) { alive.told() }";
    assert_eq!(
        found(first, ""),
        ["first/src/lib.rs:1 Dead", "first/src/lib.rs:6 Alive::DEEP", "first/src/lib.rs:7 Alive::total"]
    );
}

#[test]
fn a_method_and_a_function_of_one_name_are_two() {
    let first = "pub fn total() {}\npub struct Cart;\nimpl Cart {\n    pub fn total(&self) {}\n    pub fn new() -> Self { Cart }\n}\npub struct Shop;\n\
        impl Shop { pub fn open(&self) -> Cart { Self::new() }\n    fn new() {} }";
    assert_eq!(
        found(first, "fn run(cart: Cart, shop: Shop) { cart.total(); shop.open(); Shop::new() }"),
        ["first/src/lib.rs:1 total"]
    );
    assert_eq!(
        found(first, "fn run(_: Cart, shop: Shop) { first::total(); shop.open(); Cart::new() }"),
        ["first/src/lib.rs:4 Cart::total"]
    );
}

#[test]
fn a_tools_use_does_not_count() {
    let files = [
        ("first/src/lib.rs", "pub fn dead() {}"),
        ("second/src/lib.rs", ""),
        ("tools/third/src/lib.rs", "pub fn tool() { first::dead() }"),
    ];
    let found = unused(&workspace(&files).into_programs());
    assert_eq!(found.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["dead"]);
}

#[test]
fn an_exception_has_a_reason_and_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unused.txt");
    let files = [
        ("first/src/lib.rs", "pub fn dead() {}\npub fn gone() {}"),
        ("second/src/lib.rs", ""),
        ("tools/third/src/lib.rs", ""),
    ];
    let found = unused(&workspace(&files).into_programs());
    fs::write(
        &path,
        "# none\n\nfirst/src/lib.rs::dead: others may call it\nfirst/src/lib.rs::old: was needed\n",
    )
    .unwrap();
    assert_eq!(
        Allowed::read(&path).unwrap().check(&found),
        [
            "first/src/lib.rs:2 gone is exported, and only tests name it",
            "first/src/lib.rs::old is allowed to be unused, and is used or gone",
        ]
    );
    fs::write(&path, "first/src/lib.rs::dead\n").unwrap();
    assert!(matches!(Allowed::read(&path), Err(Error::Exception { line: 1, .. })));
}
