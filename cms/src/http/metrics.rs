//! Figures for Prometheus, in its text format.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::Next,
    response::Response,
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::publishing::status::Status;

/// Upper bounds of the latency histogram, in seconds.
const BOUNDS: [f64; 9] = [0.001, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 10.0];

/// Counts since the start; shared by all requests.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(String, String, u16), u64>>,
    latencies: Mutex<BTreeMap<String, Histogram>>,
    generations: Mutex<Generations>,
    panics: Mutex<BTreeMap<&'static str, u64>>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Histogram {
    buckets: [u64; BOUNDS.len()],
    count: u64,
    seconds: f64,
}

/// Generations since the start.
#[derive(Debug, Default, Clone, Copy)]
pub struct Generations {
    /// That went live.
    pub live: u64,
    /// That failed.
    pub failed: u64,
    /// All that went live took so long.
    pub seconds: f64,
}

impl Metrics {
    fn observe(&self, route: &str, method: &Method, status: u16, took: Duration) {
        let key = (route.to_owned(), known(method).to_owned(), status);
        *lock(&self.requests).entry(key).or_default() += 1;
        let mut latencies = lock(&self.latencies);
        let histogram = latencies.entry(route.to_owned()).or_default();
        histogram.count += 1;
        histogram.seconds += took.as_secs_f64();
        for (bucket, _) in histogram
            .buckets
            .iter_mut()
            .zip(BOUNDS)
            .filter(|(_, bound)| took.as_secs_f64() <= *bound)
        {
            *bucket += 1;
        }
    }

    /// A generation ended.
    pub fn generated(&self, took: Option<Duration>) {
        let mut generations = lock(&self.generations);
        match took {
            Some(took) => {
                generations.live += 1;
                generations.seconds += took.as_secs_f64();
            }
            None => generations.failed += 1,
        }
    }

    /// A job that goes on beside requests has panicked.
    pub fn job_panicked(&self, job: &'static str) {
        *lock(&self.panics).entry(job).or_default() += 1;
    }

    /// Counters and histograms as text.
    pub fn render(&self) -> String {
        let mut text = Text::default();
        text.head(
            "cms_requests_total",
            "counter",
            "Requests by route, method and status",
        );
        for ((route, method, status), count) in lock(&self.requests).iter() {
            text.line(
                "cms_requests_total",
                &format!("route=\"{route}\",method=\"{method}\",status=\"{status}\""),
                *count,
            );
        }
        text.head(
            "cms_request_seconds",
            "histogram",
            "Time until the answer began",
        );
        for (route, histogram) in lock(&self.latencies).iter() {
            for (bound, count) in BOUNDS.iter().zip(histogram.buckets) {
                text.line(
                    "cms_request_seconds_bucket",
                    &format!("route=\"{route}\",le=\"{bound}\""),
                    count,
                );
            }
            text.line(
                "cms_request_seconds_bucket",
                &format!("route=\"{route}\",le=\"+Inf\""),
                histogram.count,
            );
            text.line(
                "cms_request_seconds_sum",
                &format!("route=\"{route}\""),
                histogram.seconds,
            );
            text.line(
                "cms_request_seconds_count",
                &format!("route=\"{route}\""),
                histogram.count,
            );
        }
        let Generations {
            live,
            failed,
            seconds,
        } = *lock(&self.generations);
        text.head("cms_generations_total", "counter", "Generations by outcome");
        text.line("cms_generations_total", "outcome=\"live\"", live);
        text.line("cms_generations_total", "outcome=\"failed\"", failed);
        text.head(
            "cms_generation_seconds_total",
            "counter",
            "Time of the generations that went live",
        );
        text.line("cms_generation_seconds_total", "", seconds);
        let panics = lock(&self.panics);
        if !panics.is_empty() {
            let name = "cms_job_panics_total";
            text.head(name, "counter", "Jobs that panicked and began anew");
            for (job, count) in panics.iter() {
                text.line(name, &format!("job=\"{job}\""), *count);
            }
        }
        text.0
    }
}

/// Lines of the text format.
#[derive(Debug, Default)]
pub struct Text(pub String);

impl Text {
    /// What a figure is.
    pub fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// A figure.
    pub fn line(&mut self, name: &str, labels: &str, value: impl std::fmt::Display) {
        let labels = if labels.is_empty() {
            String::new()
        } else {
            format!("{{{labels}}}")
        };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    /// A figure that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str, value: impl std::fmt::Display) {
        self.head(name, "gauge", help);
        self.line(name, "", value);
    }
}

/// Counts a request by its route, never by its address: there are few routes and endless addresses.
pub async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "site".to_owned(), |path| path.as_str().to_owned());
    let method = request.method().clone();
    let started = Instant::now();
    let response = next.run(request).await;
    metrics.observe(
        &route,
        &method,
        response.status().as_u16(),
        started.elapsed(),
    );
    response
}

/// Anyone can invent a method.
fn known(method: &Method) -> &str {
    match *method {
        Method::GET
        | Method::HEAD
        | Method::POST
        | Method::PUT
        | Method::DELETE
        | Method::OPTIONS
        | Method::PATCH => method.as_str(),
        _ => "other",
    }
}

/// Counts generations as they end, until the service stops.
pub async fn follow(
    metrics: Arc<Metrics>,
    mut status: watch::Receiver<Status>,
    stopping: CancellationToken,
) {
    let (mut live, mut failed) = (None, None);
    loop {
        let (build, failure) = {
            let now = status.borrow_and_update();
            (now.last_build.clone(), now.last_error.clone())
        };
        if let Some(build) = build
            && live.replace(build.finished_at) != Some(build.finished_at)
        {
            metrics.generated(Some(Duration::from_secs_f64(build.ms.max(0.0) / 1e3)));
        }
        if let Some(failure) = failure
            && failed.replace(failure.at) != Some(failure.at)
        {
            metrics.generated(None);
        }
        tokio::select! {
            changed = status.changed() => if changed.is_err() { return },
            () = stopping.cancelled() => return,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
