//! The markup around an island: the only place that escapes props.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::error::IslandError;
use super::memo::Islands;
use crate::render::theme::IslandBundle;
use crate::text::{escape_html, escape_script};

/// One `{{ island(…) }}` of a template.
#[derive(Debug)]
pub struct IslandCall<'a> {
    /// Component.
    pub name: &'a str,
    /// Its props as JSON, with tokens for what differs by page.
    pub props: &'a str,
    /// `load`, `idle`, `visible`, `interaction`, `media(…)`, `query(…)`.
    pub hydrate: &'a str,
    /// Makes ids of two islands of a page differ.
    pub prefix: &'a str,
    /// Token to value.
    pub bind: &'a BTreeMap<String, String>,
}

/// Wrapper, server markup, and what of the props the markup does not say.
pub fn island_markup(
    call: &IslandCall<'_>,
    islands: &Islands,
    bundle: &IslandBundle,
) -> Result<String, IslandError> {
    let Some(files) = bundle.manifest.islands.get(call.name) else {
        let known: Vec<_> = bundle.manifest.islands.keys().map(String::as_str).collect();
        let message = format!("there is no such island; known: {}", known.join(", "));
        return Err(IslandError::engine(&message));
    };
    check_hydrate(call.hydrate)?;
    check_tokens(call)?;
    let rendered = islands.render(call.name, call.props, call.prefix, |props| {
        props_script(props, &files.reads)
    })?;
    let markup = substitute(&rendered.markup, call.bind, escape_html);
    let props = substitute(&rendered.props, call.bind, json_inside_script);
    let source = bundle
        .client
        .get(&files.src)
        .map_or("", |asset| asset.url.as_str());
    Ok(format!(
        "<div data-island=\"{}\" data-hydrate=\"{}\" data-src=\"{}\"{}>{markup}</div>{props}",
        escape_html(call.name),
        escape_html(call.hydrate),
        escape_html(source),
        prefix_attribute(call),
    ))
}

/// The prefix of the first island of a name is the one that its code takes without being told.
fn prefix_attribute(call: &IslandCall<'_>) -> String {
    if call.prefix == format!("{}-0-", call.name) {
        String::new()
    } else {
        format!(" data-prefix=\"{}\"", escape_html(call.prefix))
    }
}

/// The props beside the island, without those that it reads from its markup; nothing where none is left.
fn props_script(props: &str, reads: &[String]) -> Result<String, IslandError> {
    let mut left: Map<String, Value> = serde_json::from_str(props)
        .map_err(|error| IslandError::engine(&format!("its props are no JSON object: {error}")))?;
    left.retain(|name, _| !reads.contains(name));
    if left.is_empty() {
        return Ok(String::new());
    }
    let json = escape_script(&Value::Object(left).to_string());
    Ok(format!(
        "<script type=\"application/json\" data-props>{json}</script>"
    ))
}

/// The script that hydrates islands.
pub fn loader_tag(bundle: &IslandBundle) -> String {
    let url = bundle
        .client
        .get(&bundle.manifest.loader)
        .map_or("", |asset| asset.url.as_str());
    format!(
        "<script type=\"module\" src=\"{}\"></script>",
        escape_html(url)
    )
}

fn check_hydrate(hydrate: &str) -> Result<(), IslandError> {
    let asks = hydrate.starts_with("media(") || hydrate.starts_with("query(");
    let plain = matches!(hydrate, "load" | "idle" | "visible" | "interaction");
    if plain || asks && hydrate.ends_with(')') {
        return Ok(());
    }
    let message = format!(
        "hydrate is {hydrate:?}, not load, idle, visible, interaction, media(…) or query(…)"
    );
    Err(IslandError::engine(&message))
}

fn check_tokens(call: &IslandCall<'_>) -> Result<(), IslandError> {
    for token in call.bind.keys() {
        let inner = token
            .strip_prefix('%')
            .and_then(|rest| rest.strip_suffix('%'))
            .unwrap_or("");
        let valid = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        if inner.is_empty() || !inner.bytes().all(valid) {
            return Err(IslandError::engine(&format!(
                "the token {token:?} is not like %NAME%"
            )));
        }
        if !call.props.contains(token.as_str()) {
            return Err(IslandError::engine(&format!(
                "the token {token} is not in the props"
            )));
        }
    }
    Ok(())
}

/// Replaces every token once, from left to right; what a value holds is never taken for a token.
fn substitute(
    text: &str,
    bind: &BTreeMap<String, String>,
    escape: impl Fn(&str) -> String,
) -> String {
    if bind.is_empty() {
        return text.to_owned();
    }
    let mut result = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, after) = rest.split_at(at);
        result.push_str(before);
        match bind
            .iter()
            .find(|(token, _)| after.starts_with(token.as_str()))
        {
            Some((token, value)) => {
                result.push_str(&escape(value));
                rest = &after[token.len()..];
            }
            None => {
                result.push('%');
                rest = &after[1..];
            }
        }
    }
    result.push_str(rest);
    result
}

/// A value within a string of the JSON of a script.
fn json_inside_script(value: &str) -> String {
    let quoted = serde_json::Value::String(value.to_owned()).to_string();
    escape_script(&quoted[1..quoted.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::*;
    use crate::base::Fingerprint;
    use crate::render::theme::{Asset, IslandFiles, IslandManifest};

    const SERVER: &str = r#"
        const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;")
            .replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
        globalThis.renderIsland = (name, json, prefix) => {
            const props = JSON.parse(json);
            return `<a id="${prefix}x" href="${escape(props.url)}">${escape(props.text)}</a>`;
        };"#;

    fn bundle() -> IslandBundle {
        let files = IslandFiles {
            src: "Link-1.js".into(),
            reads: vec!["url".into()],
        };
        IslandBundle {
            server: SERVER.into(),
            fingerprint: Fingerprint::default(),
            manifest: IslandManifest {
                loader: "loader-1.js".into(),
                islands: BTreeMap::from([("Link".to_owned(), files)]),
                inline: BTreeMap::new(),
            },
            client: BTreeMap::from([(
                "Link-1.js".to_owned(),
                Asset::named("Link-1.js", Vec::new().into()),
            )]),
        }
    }

    fn markup(props: &str, bind: &[(&str, &str)]) -> Result<String, IslandError> {
        let bind = bind
            .iter()
            .map(|(token, value)| ((*token).into(), (*value).into()))
            .collect();
        let call = IslandCall {
            name: "Link",
            props,
            hydrate: "load",
            prefix: "Link-0-",
            bind: &bind,
        };
        island_markup(
            &call,
            &Islands::new(SERVER.into(), Limits::default()),
            &bundle(),
        )
    }

    #[test]
    fn bound_is_what_direct_rendering_gives() {
        let value = "/en/?a=1&b=\"x\"</script><b>'%TEXT%\\\u{2028}";
        let direct = serde_json::json!({ "url": value, "text": "Ə%5" }).to_string();
        let bound = markup(
            r#"{"text":"%TEXT%","url":"%URL%"}"#,
            &[("%URL%", value), ("%TEXT%", "Ə%5")],
        );
        assert_eq!(bound.unwrap(), markup(&direct, &[]).unwrap());
    }

    #[test]
    fn props_cannot_leave_their_script() {
        let html = markup(
            r#"{"url":"/","text":"</script><script>alert(1)</script>"}"#,
            &[],
        )
        .unwrap();
        assert_eq!(html.matches("<script").count(), 1);
        assert_eq!(html.matches("</script").count(), 1);
    }

    #[test]
    fn what_the_markup_says_is_not_said_again() {
        let html = markup(r#"{"text":"%T%","url":"/x/"}"#, &[("%T%", "T")]).unwrap();
        assert!(html.contains("href=\"/x/\""), "{html}");
        assert!(
            html.ends_with(r#"data-props>{"text":"T"}</script>"#),
            "{html}"
        );
        let html = markup(r#"{"url":"/x/"}"#, &[]).unwrap();
        assert!(html.ends_with("</a></div>"), "{html}");
        let error = markup("[1]", &[]).unwrap_err();
        assert!(error.message.contains("no JSON object"), "{error}");
    }

    #[test]
    fn only_a_prefix_that_is_not_the_usual_one_is_told() {
        let with = |prefix| {
            let (islands, bind) = (
                Islands::new(SERVER.into(), Limits::default()),
                BTreeMap::new(),
            );
            let call = IslandCall {
                name: "Link",
                props: "{}",
                hydrate: "interaction",
                prefix,
                bind: &bind,
            };
            island_markup(&call, &islands, &bundle()).unwrap()
        };
        assert!(!with("Link-0-").contains("data-prefix"));
        assert!(with("Link-1-").contains(" data-prefix=\"Link-1-\">"));
    }

    #[test]
    fn mistakes_are_named() {
        assert!(
            markup(r#"{"url":"x"}"#, &[("%URL%", "y")])
                .unwrap_err()
                .message
                .contains("%URL%")
        );
        assert!(
            markup(r#"{"url":"x"}"#, &[("url", "y")])
                .unwrap_err()
                .message
                .contains("%NAME%")
        );
    }
}
