//! Which file imports which, and the circles among them.

use crate::{graph, imports};
use loggia_layering::{Build, Error, Tree, circles};

/// The files of each circle.
fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    circles(&graph(files)).into_iter().map(|circle| circle.files).collect()
}

#[test]
fn two_files_that_import_each_other() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;"),
        ("a.rs", "use crate::b::B;\npub struct A(B);"),
        (
            "b.rs",
            "use crate::c::C;\npub struct B(C);\nimpl B {\n    fn a(&self) -> Option<crate::a::A> { None }\n}",
        ),
        ("c.rs", "pub struct C;"),
    ];
    assert_eq!(found(&files), [["a.rs", "b.rs"]]);
    let circle = circles(&graph(&files)).remove(0);
    assert_eq!(circle.imports, ["a.rs:1 imports b.rs (crate::b::B)", "b.rs:4 imports a.rs (crate::a::A)"]);
}

#[test]
fn three_files_in_a_ring() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;"),
        ("a.rs", "use crate::b;\npub fn a() { b::b() }"),
        ("b.rs", "pub fn b() { crate::c::c() }"),
        ("c.rs", "pub fn c() { if false { crate::a::a() } }"),
    ];
    assert_eq!(found(&files), [["a.rs", "b.rs", "c.rs"]]);
}

#[test]
fn an_import_through_a_facade_is_one_of_the_facade() {
    let files = [
        ("lib.rs", "mod shop;\npub use shop::Price;"),
        ("shop/mod.rs", "mod cart;\nmod price;\npub use cart::Cart;\npub use price::Price;"),
        ("shop/price.rs", "pub struct Price;"),
        ("shop/cart.rs", "use super::Price;\npub struct Cart(Price);"),
    ];
    assert_eq!(
        imports(&files),
        ["lib.rs -> shop/mod.rs", "shop/cart.rs -> shop/mod.rs", "shop/mod.rs -> shop/cart.rs shop/price.rs"]
    );
    assert_eq!(found(&files), [["shop/cart.rs", "shop/mod.rs"]]);
    let mut mended = files;
    mended[3].1 = "use super::price::Price;\npub struct Cart(Price);";
    assert_eq!(found(&mended), Vec::<Vec<String>>::new());
}

#[test]
fn a_child_that_uses_its_parents_own_type() {
    let files = [
        ("lib.rs", "mod shop;"),
        ("shop.rs", "mod cart;\npub struct Price;\npub fn total() -> Price { cart::total() }"),
        ("shop/cart.rs", "pub fn total() -> super::Price { super::Price }"),
    ];
    assert_eq!(found(&files), [["shop.rs", "shop/cart.rs"]]);
}

#[test]
fn a_declared_module_and_a_module_within_the_file_are_no_import() {
    let files = [
        (
            "lib.rs",
            "mod a;\nmod inner {\n    pub fn here() { super::there() }\n}\nfn there() { inner::here() }",
        ),
        ("a.rs", "pub fn a() { crate::there() }"),
    ];
    assert_eq!(imports(&files), ["a.rs -> lib.rs"]);
}

#[test]
fn tests_do_not_count() {
    let files = [
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "use crate::b::b;\npub fn a() { b() }\n#[cfg(test)]\nmod tests;"),
        ("a/tests.rs", "use crate::b::b;\nuse super::a;"),
        (
            "b.rs",
            "pub fn b() {}\n#[cfg(test)]\nmod tests {\n    use crate::a::a;\n}\n#[cfg(all(test, unix))]\nuse crate::a::a as other;",
        ),
    ];
    assert_eq!(imports(&files), ["a.rs -> b.rs"]);
    let mut counted = files;
    counted[3].1 = "pub fn b() {}\n#[cfg(any(test, feature = \"testing\"))]\nuse crate::a::a;";
    assert_eq!(found(&counted), [["a.rs", "b.rs"]]);
}

#[test]
fn globs_other_names_and_imports_within_functions() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;"),
        ("a.rs", "use crate::b::*;\nuse crate::c as other;\npub fn a() { deep::far(); other::c() }"),
        ("b/mod.rs", "pub mod deep;"),
        ("b/deep.rs", "pub fn far() {}"),
        ("c.rs", "pub fn c() { use crate::d; d::d() }"),
        ("d.rs", "pub fn d() { std::fs::metadata(\"\").ok(); }"),
    ];
    assert_eq!(imports(&files), ["a.rs -> b/deep.rs b/mod.rs c.rs", "c.rs -> d.rs"]);
}

#[test]
fn paths_in_macros_and_in_attributes_count() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;"),
        ("a.rs", "pub fn a() { assert!(crate::b::b(), \"{}\", crate::c::c()) }"),
        ("b.rs", "pub fn b() -> bool { true }"),
        ("c.rs", "#[serde(default = \"crate::d::d\")]\npub struct C;"),
        ("d.rs", "/// See `crate::a::a`.\npub fn d() {}"),
    ];
    assert_eq!(imports(&files), ["a.rs -> b.rs c.rs", "c.rs -> d.rs"]);
}

#[test]
fn a_macro_is_imported_from_the_file_that_defines_it() {
    let files = [
        ("lib.rs", "#[macro_use]\nmod made;\nmod a;\nmod b;"),
        ("made.rs", "#[macro_export]\nmacro_rules! make { () => { $crate::b::b() } }"),
        ("a.rs", "pub fn a() { crate::make!() }"),
        ("b.rs", "pub fn b() { if false { make!() } }"),
    ];
    assert_eq!(imports(&files), ["a.rs -> made.rs", "b.rs -> made.rs", "made.rs -> b.rs"]);
}

#[test]
fn a_function_may_have_its_modules_name() {
    let files = [
        ("lib.rs", "mod nearest;\nmod report;\npub use nearest::nearest;\npub use report::Report;"),
        ("nearest.rs", "pub fn nearest() {}"),
        ("report.rs", "use crate::nearest::nearest;\npub struct Report;\nfn near() { nearest() }"),
    ];
    assert_eq!(found(&files), Vec::<Vec<String>>::new());
}

#[test]
fn sources_that_cannot_be_read_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("lib.rs");
    let read = || Tree::read(folder.path(), std::slice::from_ref(&root), Build::Program).map(|_| ());
    assert!(matches!(read(), Err(Error::Read { .. })));
    crate::write(folder.path(), &[("lib.rs", "mod gone;")]);
    assert!(matches!(read(), Err(Error::NoModule { name, .. }) if name == "gone"));
    crate::write(folder.path(), &[("lib.rs", "\nfn {")]);
    assert!(matches!(read(), Err(Error::Syntax { line: 2, .. })));
}

#[test]
fn who_may_see_an_item_is_no_import() {
    let files = [
        ("lib.rs", "mod shop;"),
        ("shop.rs", "mod cart;\npub fn total() { cart::total() }"),
        (
            "shop/cart.rs",
            "pub(in crate::shop) fn total() {}\npub struct Cart {\n    pub(in crate::shop) id: u8,\n}",
        ),
    ];
    assert_eq!(found(&files), Vec::<Vec<String>>::new());
}
