//! JSON-LD: what machines are told about the firm, a page, a post.

use serde_json::{Value, json};

use super::crumbs::Crumb;
use super::frame::Frame;
use crate::text::script_json;

/// All of a page's JSON-LD, safe inside a `<script>`.
pub fn graph(frame: &Frame, crumbs: &[Crumb], canonical: &str, own: Vec<Value>) -> String {
    let mut graph = vec![organization(frame)];
    if crumbs.len() > 1 {
        graph.push(breadcrumbs(frame, crumbs, canonical));
    }
    graph.extend(own);
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

fn breadcrumbs(frame: &Frame, crumbs: &[Crumb], canonical: &str) -> Value {
    let items: Vec<_> = crumbs
        .iter()
        .enumerate()
        .map(|(index, crumb)| {
            let url = crumb
                .url
                .as_ref()
                .map_or(canonical.to_owned(), |url| frame.absolute(url));
            json!({ "@type": "ListItem", "position": index + 1, "name": crumb.label, "item": url })
        })
        .collect();
    json!({ "@type": "BreadcrumbList", "itemListElement": items })
}
