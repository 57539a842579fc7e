//! The functions of the templates, one each: `t url asset css media icon picture preload_image poster island
//! loader head_style inline_script once`.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::{Kwargs, ValueKind};
use minijinja::{Environment, Error, State, Value};

use super::tools::{Tools, invalid};
use crate::images::{Picture, PictureObject, PictureTag, preload_tag};
use crate::render::islands::{IslandCall, island_markup, loader_tag, shorten};
use crate::render::theme::{script_tag, scripts_of};
use crate::routes::{FeedFormat, Route, feed_path};

/// A poster fills a band of the window, where the film soon covers it: no wider than this.
const POSTER_WIDTH: u32 = 1200;

/// Registers every function.
pub fn add_all(environment: &mut Environment<'static>, tools: &Arc<Tools>) {
    let with = || Arc::clone(tools);
    let tools = with();
    environment.add_function("t", move |key: &str, words: Kwargs| {
        translate(&tools, key, &words)
    });
    let tools = with();
    environment.add_function("url", move |name: &str, id: Option<Value>| {
        address(&tools, name, id)
    });
    let tools = with();
    environment.add_function("asset", move |path: &str| asset(&tools, path));
    let tools = with();
    environment.add_function("css", move |name: Option<&str>| css(&tools, name));
    let tools = with();
    environment.add_function("media", move |path: &str| media(&tools, path));
    let tools = with();
    environment.add_function("icon", move |name: &str| icon(&tools, name));
    let tools = with();
    environment.add_function("picture", move |image: Value, tag: Kwargs| {
        picture(&tools, &image, &tag)
    });
    let tools = with();
    environment.add_function("preload_image", move |image: Value, sizes: &str| {
        let picture = picture_of(&tools, &image)?;
        Ok::<_, Error>(Value::from_safe_string(preload_tag(&picture, sizes)))
    });
    let tools = with();
    environment.add_function("poster", move |image: Value| {
        picture_of(&tools, &image).map(|picture| picture.lightest(POSTER_WIDTH).to_owned())
    });
    let tools = with();
    environment.add_function("loader", move || {
        Value::from_safe_string(loader_tag(&tools.theme.islands))
    });
    let tools = with();
    environment.add_function("head_style", move || {
        Value::from_safe_string(format!("<style>{}</style>", tools.theme.head_style))
    });
    let tools = with();
    environment.add_function("inline_script", move |state: &State<'_, '_>, name: &str| {
        inline_script(&tools, state, name)
    });
    let made = Mutex::default();
    environment.add_function("once", move |state: &State<'_, '_>, name: &str| {
        once(&made, state, name)
    });
    let tools = with();
    environment.add_function(
        "island",
        move |state: &mut State<'_, '_>, name: &str, props: Value, options: Kwargs| {
            island(&tools, state, name, &props, &options)
        },
    );
}

fn css(tools: &Tools, name: Option<&str>) -> Result<String, Error> {
    let sheet = tools.theme.style_sheet(name);
    sheet.map(|sheet| sheet.url.clone()).ok_or_else(|| {
        let name = name.unwrap_or("main");
        invalid(format!("there is no style sheet styles/pages/{name}.css"))
    })
}

fn translate(tools: &Tools, key: &str, words: &Kwargs) -> Result<String, Error> {
    let mut text = tools.words(key)?.to_owned();
    for name in words.args().map(str::to_owned).collect::<Vec<_>>() {
        let value: Value = words.get(&name)?;
        refuse_undefined(&value, &name)?;
        text = text.replace(&format!("{{{name}}}"), &value.to_string());
    }
    Ok(text)
}

fn address(tools: &Tools, name: &str, id: Option<Value>) -> Result<String, Error> {
    if name == "feed" {
        return Ok(feed_path(tools.lang, None, FeedFormat::Atom));
    }
    let id = id.filter(|id| !id.is_none()).map(|id| id.to_string());
    Route::named(name, id.as_deref()).map(|route| route.path(tools.lang)).ok_or_else(|| {
        let id = id.map(|id| format!(" with id {id:?}")).unwrap_or_default();
        invalid(format!(
            "there is no page {name:?}{id}; known: home about services service blog post author contact faq terms feed"
        ))
    })
}

fn asset(tools: &Tools, path: &str) -> Result<String, Error> {
    let asset = tools.theme.assets.get(path);
    asset
        .map(|asset| asset.url.clone())
        .ok_or_else(|| invalid(format!("there is no templates/{path}")))
}

fn media(tools: &Tools, path: &str) -> Result<String, Error> {
    let url = tools.media.url(path).map(str::to_owned);
    url.ok_or_else(|| invalid(format!("there is no content/media/{path}")))
}

fn icon(tools: &Tools, name: &str) -> Result<Value, Error> {
    let svg = tools.theme.icons.get(name);
    svg.map(|svg| Value::from_safe_string(svg.clone()))
        .ok_or_else(|| invalid(format!("there is no templates/icons/{name}.svg")))
}

fn picture_of(tools: &Tools, image: &Value) -> Result<Arc<Picture>, Error> {
    if let Some(object) = image.downcast_object_ref::<PictureObject>() {
        return Ok(Arc::clone(&object.0));
    }
    match image.as_str() {
        Some(path) => tools.picture(path),
        None => Err(invalid(format!(
            "a picture is an image or a path, not {}",
            image.kind()
        ))),
    }
}

fn picture(tools: &Tools, image: &Value, options: &Kwargs) -> Result<Value, Error> {
    let picture = picture_of(tools, image)?;
    let alt: Option<String> = options.get("alt")?;
    let alt = alt.ok_or_else(|| invalid("picture() needs alt (\"\" for decoration)"))?;
    let widths: Option<Vec<u32>> = options.get("widths")?;
    let loading: Option<String> = options.get("loading")?;
    let tag = PictureTag {
        alt,
        sizes: options.get("sizes")?,
        class: options.get("class")?,
        eager: loading.as_deref() == Some("eager"),
        fetchpriority: options.get("fetchpriority")?,
        max_width: widths.and_then(|widths| widths.into_iter().max()),
    };
    options.assert_all_used()?;
    Ok(Value::from_safe_string(tag.html(&picture)))
}

fn inline_script(tools: &Tools, state: &State<'_, '_>, name: &str) -> Result<Value, Error> {
    let source = tools.theme.islands.manifest.inline.get(name);
    let source =
        source.ok_or_else(|| invalid(format!("the islands have no inline script {name:?}")))?;
    let kind = state
        .lookup("meta")
        .and_then(|meta| meta.get_attr("kind").ok());
    let kind = kind.as_ref().and_then(Value::as_str).unwrap_or("");
    if !scripts_of(kind, tools.lang).contains(&name) {
        return Err(invalid(format!(
            "the policy of a page {kind:?} does not allow the script {name:?}"
        )));
    }
    Ok(Value::from_safe_string(format!(
        "{}{source}</script>",
        script_tag(name)
    )))
}

/// What every page of a language has and no page can change.
const SHARED: [&str; 2] = ["site", "firm"];
/// The same of the menus.
const SHARED_MENUS: [&str; 2] = ["footer_quick", "footer_services"];

/// A partial that is the same on all pages of the language: it is rendered for the first of them, and sees nothing of that but
/// what all share.
fn once(
    made: &Mutex<BTreeMap<String, Value>>,
    state: &State<'_, '_>,
    name: &str,
) -> Result<Value, Error> {
    let known = || made.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known().get(name).cloned();
    // In development builds each page proves that it is the same there.
    if let Some(found) = &found
        && !cfg!(debug_assertions)
    {
        return Ok(found.clone());
    }
    let fresh = Value::from_safe_string(shared_part(state, name)?);
    debug_assert!(
        found.is_none_or(|found| found == fresh),
        "{name} differs from page to page"
    );
    known().insert(name.to_owned(), fresh.clone());
    Ok(fresh)
}

fn shared_part(state: &State<'_, '_>, name: &str) -> Result<String, Error> {
    let take = |from: &dyn Fn(&str) -> Result<Value, Error>, names: &[&str]| {
        let values = names
            .iter()
            .map(|name| Ok(((*name).to_owned(), from(name)?)));
        values.collect::<Result<BTreeMap<String, Value>, Error>>()
    };
    let of_page = |name: &str| {
        let missing = || invalid(format!("once() is for pages that have {name}"));
        state.lookup(name).ok_or_else(missing)
    };
    let nav = of_page("nav")?;
    let mut context = take(&of_page, &SHARED)?;
    let menus = take(&|name| nav.get_attr(name), &SHARED_MENUS)?;
    context.insert("nav".to_owned(), Value::from(menus));
    state.env().get_template(name)?.render(context)
}

/// How many islands of each name the page has so far.
#[derive(Default)]
struct Counters(HashMap<String, usize>);

fn island(
    tools: &Tools,
    state: &mut State<'_, '_>,
    name: &str,
    props: &Value,
    options: &Kwargs,
) -> Result<Value, Error> {
    let hydrate: Option<String> = options.get("hydrate")?;
    let bind: Option<Value> = options.get("bind")?;
    options.assert_all_used()?;
    let mut bound = BTreeMap::new();
    if let Some(bind) = bind {
        refuse_undefined(&bind, "bind")?;
        for token in bind.try_iter()? {
            bound.insert(token.to_string(), bind.get_item(&token)?.to_string());
        }
    }
    let props_json = serde_json::to_string(props)
        .map_err(|error| invalid(format!("island {name}: its props are not JSON: {error}")))?;
    // What would be refused is always written as null, and most props have none.
    if props_json.contains("null") {
        refuse_undefined(props, "props")?;
    }
    let count = state
        .get_or_insert_extension_with(Counters::default)
        .0
        .entry(name.to_owned())
        .or_default();
    let prefix = format!("{name}-{count}-");
    *count += 1;
    let call = IslandCall {
        name,
        props: &props_json,
        hydrate: hydrate.as_deref().unwrap_or("load"),
        prefix: &prefix,
        bind: &bound,
    };
    island_markup(&call, &tools.islands, &tools.theme.islands)
        .map(Value::from_safe_string)
        .map_err(|error| {
            invalid(format!(
                "island {name} failed: {error}\n  props: {}",
                shorten(&props_json)
            ))
        })
}

/// JSON would silently turn what is undefined or not a number into null.
fn refuse_undefined(value: &Value, path: &str) -> Result<(), Error> {
    match value.kind() {
        ValueKind::Undefined => Err(Error::new(
            minijinja::ErrorKind::UndefinedError,
            format!("{path} is undefined"),
        )),
        ValueKind::Number
            if f64::try_from(value.clone()).is_ok_and(|number| !number.is_finite()) =>
        {
            Err(invalid(format!("{path} is not a number JSON can hold")))
        }
        ValueKind::Map => {
            for key in value.try_iter()? {
                refuse_undefined(&value.get_item(&key)?, &format!("{path}.{key}"))?;
            }
            Ok(())
        }
        ValueKind::Seq | ValueKind::Iterable => {
            for (index, item) in value.try_iter()?.enumerate() {
                refuse_undefined(&item, &format!("{path}[{index}]"))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}
