//! Files for hosts: `_headers`.

/// `_headers`
pub fn headers() -> String {
    "/*\n\
     \x20 X-Content-Type-Options: nosniff\n\
     \x20 Referrer-Policy: strict-origin-when-cross-origin\n\
     \x20 Content-Security-Policy: frame-ancestors 'none'\n\
     \x20 X-Frame-Options: DENY\n\
     \x20 Cross-Origin-Opener-Policy: same-origin\n\
     \x20 Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()\n\
     \x20 Strict-Transport-Security: max-age=31536000\n\
     \n\
     /assets/*\n\
     \x20 Cache-Control: public, max-age=31536000, immutable\n\
     \n\
     /media/*\n\
     \x20 Cache-Control: public, max-age=31536000, immutable\n\
     \n\
     /search/*\n\
     \x20 Cache-Control: public, max-age=300\n\
     \x20 X-Robots-Tag: noindex\n"
        .to_owned()
}
