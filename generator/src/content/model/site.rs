//! `content/site.toml`

use serde::{Deserialize, Serialize};

/// `content/site.toml`: facts that are the same in every language.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Canonical origin without a trailing slash, e.g. `https://www.khazri.example`.
    pub public_url: String,
    /// Codes of the languages in the order of the switcher, `az` first: each has a folder of its own. Empty where they are those of
    /// the specification.
    #[serde(default)]
    pub languages: Vec<String>,
    /// Services in the order of the menus: the names of the files in `{lang}/services/`. Empty where the order is the usual one.
    #[serde(default)]
    pub services: Vec<String>,
    /// What proves to search engines that who announces addresses owns the site (indexnow.org): 8 to 128 letters, digits and
    /// hyphens. Nothing is announced without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indexnow_key: Option<String>,
    /// Contact facts shown in the header, the footer and on the contact page.
    pub contact: Contact,
    /// Marketing figures (specification section 9), each written once.
    pub figures: Figures,
    /// Opening hours for people and machines.
    pub hours: Hours,
    /// The embedded map of the office.
    pub map: Map,
    /// The e-mail delivery service of the contact form.
    pub mail: Mail,
    /// Who built the site (footer credit).
    pub builder: Link,
    /// Profiles on social networks (JSON-LD `sameAs`, footer).
    pub social: Vec<Link>,
    /// Partner logos, in the order of the track.
    pub partners: Vec<Partner>,
    /// Hero pictures, paths below `content/media/`.
    pub hero: Vec<String>,
    /// The looping video of page headers.
    pub header_video: Video,
    /// The video of the not-found page.
    pub not_found_video: Video,
    /// Picture for Open Graph, path below `content/media/`.
    pub og_image: String,
    /// The firm's mark (JSON-LD `logo`), path below `content/media/`.
    pub logo: String,
    /// Certificates in the order of the gallery; their words are in `pages/home.toml`.
    pub certificates: Vec<CertificateFacts>,
}

/// Phone, e-mail and the like.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// As people read it: `+994 12 555 01 80`.
    pub phone: String,
    /// As `tel:` wants it (RFC 3966): `+994125550180`.
    pub phone_href: String,
    /// E-mail address for enquiries.
    pub email: String,
}

/// Specification section 9, "Marketing figures".
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// `15+`
    pub years: String,
    /// `450+`, happy clients on the home page
    pub clients: String,
    /// `800+`
    pub projects: String,
    /// `500+`, happy clients on service pages
    pub service_clients: String,
    /// `98%`
    pub success: String,
    /// `24`, hours until an answer
    pub response_hours: String,
    /// `24/7`
    pub support: String,
    /// `2025`
    pub copyright_year: String,
}

/// Opening hours.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hours {
    /// `09:00` (schema.org)
    pub opens: String,
    /// `18:00`
    pub closes: String,
    /// schema.org days: `["Monday", …]`
    pub days: Vec<String>,
}

/// The office on a map.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Address of the embeddable map (the only foreign request of the site).
    pub embed_url: String,
    /// Address of the full map for a link.
    pub link_url: String,
    /// WGS 84 degrees.
    pub latitude: f64,
    /// WGS 84 degrees.
    pub longitude: f64,
}

/// The contact form's e-mail service (specification section 7).
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// Send endpoint; the default is the CMS's own `/api/contact/`.
    pub endpoint: String,
    /// The service's identifiers, public by nature.
    pub service_id: String,
    /// Template of the message.
    pub template_id: String,
    /// Public key of the account.
    pub user_id: String,
}

/// A named link.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// What people read.
    pub name: String,
    /// Absolute address.
    pub url: String,
}

/// One fictional partner.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Partner {
    /// Name, used as the alternative text.
    pub name: String,
    /// SVG below `content/media/`.
    pub logo: String,
}

/// A video in two formats with its poster, paths below `content/media/`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Video {
    /// WebM file.
    pub webm: String,
    /// MP4 file.
    pub mp4: String,
    /// Poster picture.
    pub poster: String,
}

/// What of a certificate is not words.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateFacts {
    /// Key of its words in `pages/home.toml`, e.g. `iso-9001`.
    pub id: String,
    /// Year of issue.
    pub year: u16,
    /// Picture below `content/media/`.
    pub image: String,
}
