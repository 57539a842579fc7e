//! What staff do beside the specified calls, in the words of a story.

use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use super::{Draft, Session};

/// A form without any field.
pub fn nothing() -> Draft {
    Draft::default()
}

/// A whole text in Azerbaijani, and an author.
pub fn azerbaijani(title: &str) -> Draft {
    nothing()
        .with("title_az", title)
        .with("content_az", &format!("<p>{title}</p>"))
        .with("author", "Aygün")
}

impl Session<'_> {
    /// A call of a post, e.g. `(POST, 7, "publish/")`.
    pub fn of_post(&self, method: Method, id: i64, rest: &str) -> RequestBuilder {
        self.request(method, &format!("/api/blog/posts/{id}/{rest}"))
    }

    /// A post that is only a working copy.
    pub async fn drafted(&self, form: Draft) -> i64 {
        let request = self.request(Method::POST, "/api/blog/drafts/");
        let answer = request.multipart(form.form()).send().await.unwrap();
        assert_eq!(answer.status(), 201);
        answer.json::<Value>().await.unwrap()["id"]
            .as_i64()
            .unwrap()
    }

    pub async fn draft(&self, id: i64) -> Value {
        let answer = self
            .of_post(Method::GET, id, "draft/")
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    pub async fn draft_tag(&self, id: i64) -> String {
        let answer = self
            .of_post(Method::GET, id, "draft/")
            .send()
            .await
            .unwrap();
        answer.headers()["etag"].to_str().unwrap().to_owned()
    }

    pub async fn save(&self, id: i64, form: Draft) -> Response {
        let request = self.of_post(Method::PUT, id, "draft/");
        request.multipart(form.form()).send().await.unwrap()
    }

    /// Saves a working copy, which must be accepted.
    pub async fn saved(&self, id: i64, form: Draft) -> Value {
        let answer = self.save(id, form).await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    pub async fn post_json(&self, id: i64, rest: &str, body: Value) -> Response {
        let request = self.of_post(Method::POST, id, rest);
        request.json(&body).send().await.unwrap()
    }

    pub async fn publish(&self, id: i64, languages: &[&str]) -> Response {
        let body = json!({ "languages": languages });
        self.post_json(id, "publish/", body).await
    }

    pub async fn unpublish(&self, id: i64, languages: &[&str]) -> Response {
        let body = match languages {
            [] => json!({}),
            languages => json!({ "languages": languages }),
        };
        self.post_json(id, "unpublish/", body).await
    }

    /// Kind and languages of each revision, newest first.
    pub async fn history(&self, id: i64) -> Vec<String> {
        let answer = self.of_post(Method::GET, id, "revisions/").send();
        let list: Value = answer.await.unwrap().json().await.unwrap();
        let line = |revision: &Value| {
            let languages: Vec<&str> = revision["languages"]
                .as_array()
                .unwrap()
                .iter()
                .map(|lang| lang.as_str().unwrap())
                .collect();
            format!(
                "{} {}",
                revision["kind"].as_str().unwrap(),
                languages.join(",")
            )
        };
        list.as_array().unwrap().iter().map(line).collect()
    }

    /// What staff see with this query.
    pub async fn list(&self, query: &str) -> Vec<Value> {
        let answer = self.request(Method::GET, &format!("/api/blog/posts/?{query}"));
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{query}");
        answer.json().await.unwrap()
    }
}

/// The states of the three languages of a draft or an item of a list.
pub fn states(post: &Value) -> [&str; 3] {
    ["az", "en", "ru"].map(|lang| post["languages"][lang]["state"].as_str().unwrap())
}
