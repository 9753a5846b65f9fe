//! Which methods each path knows.

use actix_web::dev::ResourceDef;

/// Which methods each path of the document knows.
#[derive(Clone, Debug, Default)]
pub struct Methods(Vec<(String, Vec<&'static str>)>);

impl Methods {
    /// Reads the table from the document, so that it cannot differ from it.
    pub fn of(document: &utoipa::openapi::OpenApi) -> Self {
        let paths = document.paths.paths.iter();
        Methods(
            paths
                .map(|(path, item)| {
                    let known = [
                        ("GET", item.get.is_some()),
                        ("POST", item.post.is_some()),
                        ("PUT", item.put.is_some()),
                        ("DELETE", item.delete.is_some()),
                    ];
                    (
                        path.clone(),
                        known.into_iter().filter_map(|(method, known)| known.then_some(method)).collect(),
                    )
                })
                .collect(),
        )
    }

    /// What the path itself takes; what a path with a placeholder takes only where none is written out so.
    pub fn allowed(&self, path: &str) -> Option<Vec<&'static str>> {
        let (placeholders, written): (Vec<_>, Vec<_>) = self
            .0
            .iter()
            .filter(|(pattern, _)| ResourceDef::new(pattern.as_str()).is_match(path))
            .partition(|(pattern, _)| pattern.contains('{'));
        let known = if written.is_empty() { placeholders } else { written };
        let mut allowed: Vec<&'static str> =
            known.into_iter().flat_map(|(_, methods)| methods.iter().copied()).collect();
        allowed.sort_unstable();
        allowed.dedup();
        (!allowed.is_empty()).then_some(allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::Methods;

    #[test]
    fn a_path_that_is_written_out_has_its_own_methods() {
        let of = |path: &str, methods: &[&'static str]| (path.to_owned(), methods.to_vec());
        let methods = Methods(vec![of("/a/{id}", &["PUT", "DELETE"]), of("/a/list", &["GET"])]);
        assert_eq!(methods.allowed("/a/list"), Some(vec!["GET"]));
        assert_eq!(methods.allowed("/a/1"), Some(vec!["DELETE", "PUT"]));
        assert_eq!(methods.allowed("/b"), None);
    }
}
