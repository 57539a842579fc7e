//! `robots.txt`: what crawlers may read.

/// `robots.txt`
pub fn robots(public_url: &str) -> String {
    format!("User-agent: *\nAllow: /\nDisallow: /search/\n\nSitemap: {public_url}/sitemap.xml\n")
}
