//! The export of Disqus: threads, each with the address of a page, and the comments in them.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{Comment, CommentState, Export};
use super::text::{path, plain, time};
use super::xml::{Broken, Element, elements};
use crate::Fault;

/// The most comments that are read.
const COMMENTS: usize = 1_000_000;

/// Reads an export. Each comment knows the path of its page, and the page's id where the old site gave one.
#[must_use]
pub fn read(text: &str) -> Export {
    let mut export = Export { source: "disqus", ..Export::default() };
    let mut threads: BTreeMap<String, (String, String)> = BTreeMap::new();
    let (mut deleted, mut homeless) = (0, 0);
    let mut posts: Vec<Element> = Vec::new();
    let done = elements(text, 1, |element| match element.name.as_str() {
        "thread" => {
            let place = (path(element.text_of("link")), element.text_of("id").to_owned());
            threads.insert(element.attribute("id").to_owned(), place);
        }
        "post" if posts.len() < COMMENTS => posts.push(element),
        _ => {}
    });
    let known: BTreeSet<String> = posts.iter().map(|post| post.attribute("id").to_owned()).collect();
    for post in posts {
        if post.text_of("isDeleted") == "true" {
            deleted += 1;
            continue;
        }
        let thread = post.child("thread").and_then(|thread| threads.get(thread.attribute("id")));
        let Some((path, entry)) = thread else {
            homeless += 1;
            continue;
        };
        let author = post.child("author");
        let name = author.map_or("", |author| match author.text_of("name") {
            "" => author.text_of("username"),
            name => name,
        });
        let answers =
            post.child("parent").map(|parent| parent.attribute("id")).filter(|id| known.contains(*id));
        let approved = post.text_of("isApproved") != "false";
        export.comments.push(Comment {
            key: format!("disqus-{}", post.attribute("id")),
            item_id: String::new(),
            entry: entry.clone(),
            path: path.clone(),
            author: plain(name),
            text: plain(post.text_of("message")),
            created_on: time(post.text_of("createdAt")).unwrap_or(0),
            state: match (post.text_of("isSpam") == "true", approved) {
                (true, _) => CommentState::Spam,
                (_, false) => CommentState::Pending,
                _ => CommentState::Approved,
            },
            answers: answers.map(|id| format!("disqus-{id}")).unwrap_or_default(),
        });
    }
    let mut fault =
        |line: usize, message: String, help: &str| export.faults.push(Fault::new(line, message, help));
    if deleted > 0 {
        fault(
            0,
            format!("{deleted} comments were deleted at the source and were left out."),
            "nothing is to be done",
        );
    }
    if homeless > 0 {
        fault(
            0,
            format!("{homeless} comments belong to no page that the export names; they were left out."),
            "export the comments again",
        );
    }
    if let Err(Broken { line, reason }) = done {
        fault(
            line,
            format!("The XML is damaged here: {reason}. What stands before this line was taken over."),
            "export the comments again",
        );
    }
    export
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"<?xml version="1.0"?><disqus xmlns:dsq="x">
        <category dsq:id="9"><forum>f</forum></category>
        <thread dsq:id="1"><id>post-4</id><link>https://old.example/notes/first.html?x=1</link><title>First</title></thread>
        <post dsq:id="10"><message><![CDATA[<p>Hello &amp; good<br>day</p>]]></message><createdAt>2020-01-02T03:04:05Z</createdAt>
          <isDeleted>false</isDeleted><isSpam>false</isSpam><author><name>Ann</name></author><thread dsq:id="1"/></post>
        <post dsq:id="11"><message>Spam</message><createdAt>2020-01-02T03:04:06Z</createdAt><isDeleted>false</isDeleted><isSpam>true</isSpam>
          <author><name></name><username>bob</username></author><thread dsq:id="1"/><parent dsq:id="10"/></post>
        <post dsq:id="12"><isDeleted>true</isDeleted><thread dsq:id="1"/></post>
        <post dsq:id="13"><isDeleted>false</isDeleted><thread dsq:id="77"/></post>
    </disqus>"#;

    /// S-553: comments know their page.
    #[test]
    fn s_553_comments_know_their_page_and_what_they_answer() {
        let export = read(TEXT);
        let [first, second] = export.comments.as_slice() else { panic!("{export:?}") };
        assert_eq!((first.path.as_str(), first.entry.as_str()), ("/notes/first.html", "post-4"));
        assert_eq!((first.author.as_str(), first.text.as_str()), ("Ann", "Hello & good\nday"));
        assert_eq!(first.created_on, 1_577_934_245_000);
        assert_eq!(
            (second.state, second.author.as_str(), second.answers.as_str()),
            (CommentState::Spam, "bob", "disqus-10")
        );
        assert_eq!(export.faults.len(), 2);
    }
}
