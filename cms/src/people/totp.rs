//! Codes that a device and we compute alike from a shared secret and the time (RFC 6238): HMAC-SHA-1, six digits, half a
//! minute, which is what every authenticator understands. Pure over secret and time.

use data_encoding::BASE32_NOPAD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use totp_rs::{Builder, Totp};

/// Seconds for which a code stands.
pub const STEP: i64 = 30;
/// Digits of a code.
pub const DIGITS: usize = 6;
/// Bytes of a secret: as many as the hash has (RFC 4226, section 4, R6).
const SECRET_BYTES: usize = 20;
/// Steps by which the last code may be ahead of every time that is thought possible. Beyond that a clock was set back, and
/// whoever waited for it to catch up could wait for years.
const AHEAD: i64 = 10;

/// What a device shares with us.
pub type Secret = [u8; SECRET_BYTES];

/// A new one.
pub fn secret() -> Secret {
    rand::random()
}

/// As people type it into a device.
pub fn in_letters(secret: &Secret) -> String {
    BASE32_NOPAD.encode(secret)
}

/// What the QR code says, in the format that authenticators have in common (“Key URI Format”).
pub fn url(secret: &Secret, issuer: &str, name: &str) -> String {
    let escape = |text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let (issuer, name) = (escape(issuer), escape(name));
    let letters = in_letters(secret);
    format!("otpauth://totp/{issuer}:{name}?secret={letters}&issuer={issuer}")
}

/// The half minute, counted from the epoch, whose code this is: that of one of these times (seconds since the epoch) or one
/// beside it, after the last that was taken. Codes are compared in constant time.
pub fn matching(secret: &Secret, code: &str, times: &[i64], last: i64) -> Option<i64> {
    let totp = totp(secret);
    let now = times.iter().max()? / STEP;
    let set_back = last > now + AHEAD;
    let steps = times.iter().filter_map(|time| {
        let step = totp.check(code, u64::try_from(*time).ok()?)?;
        i64::try_from(step).ok()
    });
    steps.max().filter(|step| {
        if set_back {
            *step != last
        } else {
            *step > last
        }
    })
}

fn totp(secret: &Secret) -> Totp {
    Builder::new().with_secret(*secret).build_noncompliant()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B.
    const SECRET: Secret = *b"12345678901234567890";

    fn code(time: u64) -> String {
        totp(&SECRET).generate(time).to_string()
    }

    #[test]
    fn the_vectors_of_rfc_6238() {
        for (time, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(matching(&SECRET, code, &[time], 0), Some(time / STEP));
        }
    }

    #[test]
    fn no_two_devices_share_a_secret() {
        assert_ne!(secret(), secret());
    }

    #[test]
    fn a_code_stands_for_its_half_minute_and_those_beside_it_and_is_taken_once() {
        let (now, step) = (2_000_000_025, 2_000_000_025 / STEP);
        let code = code(2_000_000_010);
        for (time, fits) in [
            (now - 31, true),
            (now + 31, true),
            (now - 61, false),
            (now + 61, false),
        ] {
            assert_eq!(
                matching(&SECRET, &code, &[time], 0).is_some(),
                fits,
                "{time}"
            );
        }
        assert_eq!(matching(&SECRET, &code, &[now], step), None, "taken");
        assert_eq!(
            matching(&SECRET, &code, &[now], step + 1),
            None,
            "older than one that was taken"
        );
        assert_eq!(matching(&SECRET, &code, &[now], step - 1), Some(step));
        for rubbish in ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "-12345", " "] {
            assert_eq!(matching(&SECRET, rubbish, &[now], 0), None, "{rubbish}");
        }
    }

    #[test]
    fn a_clock_that_jumps_locks_nobody_out() {
        const YEAR: i64 = 365 * 24 * 60 * 60;
        let now = 2_000_000_010;
        let code = code(2_000_000_010);
        let step = now / STEP;
        // The machine's clock is a year off; what is believed beside it is right.
        for wrong in [now - YEAR, now + YEAR] {
            assert_eq!(matching(&SECRET, &code, &[wrong, now], 0), Some(step));
            assert_eq!(
                matching(&SECRET, &code, &[wrong, now], step),
                None,
                "still once"
            );
        }
        // Clock and device were ahead together, and have both been set right.
        let ahead = (now + YEAR) / STEP;
        assert_eq!(matching(&SECRET, &code, &[now], ahead), Some(step));
        assert_eq!(matching(&SECRET, &code, &[now], step), None);
        // A little ahead is no clock that was set back: the last code may have been of a device that runs fast.
        assert_eq!(matching(&SECRET, &code, &[now], step + AHEAD), None);
        assert_eq!(
            matching(&SECRET, &code, &[now], step + AHEAD + 1),
            Some(step)
        );
    }

    #[test]
    fn the_address_for_a_device_escapes_names() {
        assert_eq!(
            url(&SECRET, "www.example.az", "Aygün: a&b"),
            "otpauth://totp/www%2Eexample%2Eaz:Ayg%C3%BCn%3A%20a%26b\
             ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=www%2Eexample%2Eaz"
        );
    }
}
