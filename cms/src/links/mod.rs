//! Whether links to other sites still lead somewhere: asked as a visitor's browser would, once, by a person who presses a
//! button.

mod turns;

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use hyper::{Method, Request, StatusCode, header};
use tokio::time::Instant;
use url::{Host, Url};

use self::turns::Turns;
use crate::{
    config::limits::Limits,
    net::{Body, NetError, Patience, Reach, Web, full},
};

/// Links of one question.
pub const MOST: usize = 50;
/// Bytes of the longest address.
pub const LONGEST: usize = 2000;
/// From one address to another, as browsers do far longer.
const HOPS: usize = 5;

/// What became of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Something is there.
    There,
    /// It is at another address for good.
    Moved,
    /// The server says that there is no such page.
    Gone,
    /// Nobody answered: no such name, no connection, no certificate that counts, not in time.
    Unreachable,
    /// An answer that says neither: some servers refuse whoever is no browser. Without a status nobody looked, or not long enough.
    Unsure,
}

/// A link as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What became of it.
    pub state: State,
    /// The last answer's status.
    pub status: Option<StatusCode>,
    /// Where it moved.
    pub to: Option<Url>,
}

impl Found {
    fn without_answer() -> Self {
        Self {
            state: State::Unreachable,
            status: None,
            to: None,
        }
    }

    /// Nobody asked, or waited as long as one server is waited for.
    fn unasked() -> Self {
        Self {
            state: State::Unsure,
            status: None,
            to: None,
        }
    }

    fn answered(status: StatusCode, to: Option<Url>) -> Self {
        let state = match status {
            status if status.is_success() && to.is_some() => State::Moved,
            status if status.is_success() => State::There,
            StatusCode::NOT_FOUND | StatusCode::GONE => State::Gone,
            _ => State::Unsure,
        };
        Self {
            state,
            status: Some(status),
            to: to.filter(|_| state == State::Moved),
        }
    }
}

/// Asks other sites.
#[derive(Debug, Clone)]
pub struct Links {
    web: Web,
    turns: Turns,
    all: Duration,
}

impl Links {
    /// No further than `reach`, and no longer than the limits say.
    pub fn new(reach: Reach, limits: &Limits) -> Result<Self, NetError> {
        let patience = Patience {
            connect: limits.link,
            answer: limits.link,
            ..Patience::default()
        };
        Ok(Self {
            web: Web::within(reach, patience)?,
            turns: Turns::default(),
            all: limits.links,
        })
    }

    /// Asks for each, in any order, in the turns of who wishes it. Takes 20 seconds at most: what nobody has waited for by then is
    /// unsure.
    pub async fn look(&self, who: &str, links: Vec<Url>) -> Vec<Found> {
        let end = Instant::now() + self.all;
        let asked = links.into_iter().map(|link| async move {
            let found = tokio::time::timeout_at(end, self.look_in_turn(who, link)).await;
            found.unwrap_or_else(|_| Found::unasked())
        });
        stream::iter(asked).buffered(MOST).collect().await
    }

    async fn look_in_turn(&self, who: &str, link: Url) -> Found {
        match self.turns.take(who, &link).await {
            Ok(_turn) => self.follow(link).await,
            Err(_) => Found::unasked(),
        }
    }

    /// From address to address, as browsers follow.
    async fn follow(&self, link: Url) -> Found {
        let (mut at, mut for_good) = (link.clone(), true);
        for _ in 0..=HOPS {
            let (status, next) = match self.ask(&at).await {
                Ok(answer) => answer,
                Err(_) => return Found::without_answer(),
            };
            let Some(next) = next else {
                let moved = for_good && at != link;
                return Found::answered(status, moved.then_some(at));
            };
            for_good &= matches!(
                status,
                StatusCode::MOVED_PERMANENTLY | StatusCode::PERMANENT_REDIRECT
            );
            at = next;
        }
        Found::answered(StatusCode::LOOP_DETECTED, None)
    }

    /// The status of an address, and where it leads on. Many servers know no `HEAD`, or answer it otherwise.
    async fn ask(&self, address: &Url) -> Result<(StatusCode, Option<Url>), NetError> {
        let head = self.request(Method::HEAD, address).await?;
        if head.0.is_client_error() || head.0.is_server_error() {
            return self.request(Method::GET, address).await;
        }
        Ok(head)
    }

    async fn request(
        &self,
        method: Method,
        address: &Url,
    ) -> Result<(StatusCode, Option<Url>), NetError> {
        let request: Request<Body> = Request::builder()
            .method(method)
            .uri(address.as_str())
            .header(header::ACCEPT, "text/html,*/*;q=0.8")
            .body(full(""))
            .map_err(|error| NetError::Settings(error.to_string()))?;
        let answer = self.web.head(request).await?;
        let next = answer
            .status
            .is_redirection()
            .then(|| answer.headers.get(header::LOCATION)?.to_str().ok())
            .flatten()
            .and_then(|location| address.join(location).ok())
            .and_then(|mut next| {
                next.set_fragment(None);
                is_asked(&next).then_some(next)
            });
        Ok((answer.status, next))
    }
}

/// An address that can be asked for; its fragment, which no server sees, is left out.
pub fn readable(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST)?;
    url.set_fragment(None);
    is_asked(&url).then_some(url)
}

/// What leads to a page for everybody: nobody is asked in another one's name.
fn is_asked(url: &Url) -> bool {
    let web = matches!(url.scheme(), "http" | "https");
    let named = matches!(
        url.host(),
        Some(Host::Domain(_) | Host::Ipv4(_) | Host::Ipv6(_))
    );
    let open = url.username().is_empty() && url.password().is_none();
    web && named && open
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn what_nobody_waited_for_is_unsure() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let link = format!("http://{}/", silent.local_addr().unwrap());
        let link = readable(&link).unwrap();
        let looks = async |limits: Limits| {
            let links = Links::new(Reach::Anywhere, &limits).unwrap();
            links.look("user 1", vec![link.clone(); MOST]).await
        };
        let nobody_waits = Limits {
            links: Duration::ZERO,
            ..Limits::default()
        };
        assert_eq!(looks(nobody_waits).await, vec![Found::unasked(); MOST]);
        // It had its time.
        let in_a_hurry = Limits {
            link: Duration::ZERO,
            ..Limits::default()
        };
        let silent = Found::without_answer();
        assert_eq!(looks(in_a_hurry).await, vec![silent; MOST]);
    }
}
