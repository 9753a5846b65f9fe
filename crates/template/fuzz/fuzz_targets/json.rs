//! What parses prints, and what is printed parses to the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loggia_template::Arena;

fuzz_target!(|text: &str| {
    let arena = Arena::new();
    let node = match arena.parse(text) {
        Ok(node) => node,
        Err(error) => {
            assert!(error.offset <= text.len() && error.line >= 1 && error.column >= 1);
            return;
        }
    };
    for pretty in [false, true] {
        let mut printed = String::new();
        if pretty {
            node.write_json_pretty(&mut printed);
        } else {
            node.write_json(&mut printed);
        }
        let again = Arena::new();
        let again = again.parse(&printed).expect("what is printed is JSON");
        let mut twice = String::new();
        if pretty {
            again.write_json_pretty(&mut twice);
        } else {
            again.write_json(&mut twice);
        }
        assert_eq!(printed, twice);
        if !text.contains("e") && !text.contains("E") {
            assert!(again.equals(node), "{printed}");
        }
    }
});
