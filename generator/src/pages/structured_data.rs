//! JSON-LD: what machines are told about the firm, a page, a post.

use serde_json::{Value, json};

use super::crumbs::Crumb;
use super::frame::Frame;
use crate::text::script_json;

/// All of a page's JSON-LD, safe inside a `<script>`; empty where there is nothing to say.
///
/// The firm stands on the home page of each language; every other page names it by [`organization_id`].
pub fn graph(frame: &Frame, kind: &str, crumbs: &[Crumb], own: Vec<Value>) -> String {
    let mut graph = Vec::new();
    if kind == "home" {
        graph.push(organization(frame));
    }
    if crumbs.len() > 1 {
        graph.push(breadcrumbs(frame, crumbs));
    }
    graph.extend(own);
    if graph.is_empty() {
        return String::new();
    }
    let document = json!({ "@context": "https://schema.org", "@graph": graph });
    script_json(&document).unwrap_or_default()
}

/// Identity of the firm in every graph.
pub fn organization_id(frame: &Frame) -> String {
    frame.absolute("/#organization")
}

fn organization(frame: &Frame) -> Value {
    let (site, firm) = (&frame.site, &frame.firm);
    let logo = frame.media.url(&site.logo).unwrap_or("");
    let profiles: Vec<_> = site.social.iter().map(|link| &link.url).collect();
    json!({
        "@type": "ProfessionalService",
        "@id": organization_id(frame),
        "name": firm.name,
        "legalName": firm.legal_name,
        "description": firm.description,
        "url": frame.absolute(&format!("{}/", frame.lang.prefix())),
        "logo": frame.absolute(logo),
        "image": frame.absolute(frame.media.url(&site.og_image).unwrap_or("")),
        "telephone": site.contact.phone_href,
        "email": site.contact.email,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": firm.street,
            "addressLocality": firm.city,
            "addressRegion": firm.district,
            "addressCountry": "AZ"
        },
        "geo": {
            "@type": "GeoCoordinates",
            "latitude": site.map.latitude,
            "longitude": site.map.longitude
        },
        "openingHoursSpecification": {
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": site.hours.days,
            "opens": site.hours.opens,
            "closes": site.hours.closes
        },
        "sameAs": profiles
    })
}

/// The last one is the page itself and needs no address.
fn breadcrumbs(frame: &Frame, crumbs: &[Crumb]) -> Value {
    let items: Vec<_> = crumbs
        .iter()
        .enumerate()
        .map(|(index, crumb)| {
            let mut item =
                json!({ "@type": "ListItem", "position": index + 1, "name": crumb.label });
            if let Some(url) = crumb.url.as_ref().filter(|_| index + 1 < crumbs.len()) {
                item["item"] = frame.absolute(url).into();
            }
            item
        })
        .collect();
    json!({ "@type": "BreadcrumbList", "itemListElement": items })
}
