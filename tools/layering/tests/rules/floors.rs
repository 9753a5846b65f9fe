//! The table of parts.

use crate::graph;
use loggia_layering::Floors;

const FILES: [(&str, &str); 4] = [
    ("lib.rs", "mod roof;\nmod ground;"),
    ("roof/mod.rs", "mod tile;\nuse crate::ground::floor;\npub fn roof() { floor(); tile::tile() }"),
    ("roof/tile.rs", "pub fn tile() { super::roof() }"),
    ("ground.rs", "pub fn floor() {}"),
];

fn check(table: &[(&str, &[&str])], files: &[(&str, &str)]) -> Vec<String> {
    Floors::new(table.iter().map(|(part, may)| (*part, may.to_vec()))).check(&graph(files))
}

#[test]
fn imports_go_down() {
    assert_eq!(check(&[("lib", &[]), ("roof", &["ground"]), ("ground", &[])], &FILES), Vec::<String>::new());
}

#[test]
fn an_import_that_goes_up_is_found() {
    let mut files = FILES;
    files[3].1 = "pub fn floor() {\n    super::roof::roof()\n}";
    assert_eq!(
        check(&[("lib", &[]), ("roof", &["ground"]), ("ground", &[])], &files),
        ["ground.rs:2: ground may not import roof (roof/mod.rs)"]
    );
}

#[test]
fn a_table_that_is_not_so_is_found() {
    assert_eq!(
        check(&[("roof", &["ground"]), ("ground", &["roof"]), ("cellar", &[])], &FILES),
        [
            "lib has no line in the table",
            "cellar is in the table and is no part",
            "ground does not import roof: take it out of the table",
            "the table lets ground import itself by a detour",
            "the table lets roof import itself by a detour",
        ]
    );
}
