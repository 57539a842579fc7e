//! Whether an answer is one that the OpenAPI document announces: its status, its type and the shape of its body.

use std::io::Read as _;

use cms::http::{api::openapi, router};
use flate2::read::GzDecoder;
use jsonschema::Validator;
use reqwest::{Method, Response};
use serde_json::{Value, json};

/// The document that the service gives out.
pub struct Contract {
    document: Value,
}

impl Contract {
    pub fn of_the_code() -> Self {
        let document = openapi::json(&router::document()).unwrap();
        Self {
            document: serde_json::from_str(&document).unwrap(),
        }
    }

    /// What is wrong with the answer to a call, if anything. Addresses outside of the document are not looked at.
    pub async fn complaint(
        &self,
        method: &Method,
        path: &str,
        response: Response,
    ) -> Result<(), String> {
        let path = path.split('?').next().unwrap_or_default();
        let Some(operation) = self.operation(method, path) else {
            return Ok(());
        };
        let status = response.status();
        let announced = &operation["responses"];
        let answer = match &announced[status.as_str()] {
            // Timeout, overload and errors of ours are the same for every call.
            Value::Null if status.is_server_error() || status == 408 => &announced["default"],
            Value::Null => return Err(format!("{status} is not announced")),
            answer => answer,
        };
        let kind = response.headers().get("content-type");
        let kind = kind
            .and_then(|kind| kind.to_str().ok())
            .and_then(|kind| kind.split(';').next())
            .unwrap_or_default()
            .to_owned();
        let coding = response.headers().get("content-encoding").cloned();
        let body = response.bytes().await.map_err(|error| error.to_string())?;
        let body = match coding {
            Some(coding) => decoded(&body, coding.as_bytes())?,
            None => body.to_vec(),
        };
        let Some(content) = answer["content"].as_object() else {
            return if body.is_empty() {
                Ok(())
            } else {
                Err(format!("{status} has a body, which is not announced"))
            };
        };
        let Some(shape) = content.get(&kind) else {
            return Err(format!(
                "{status} comes as {kind:?}, which is not announced"
            ));
        };
        if !kind.ends_with("json") || *method == Method::HEAD {
            return Ok(());
        }
        let body: Value = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
        let complaints: Vec<String> = self
            .validator(&shape["schema"])
            .iter_errors(&body)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        if complaints.is_empty() {
            Ok(())
        } else {
            Err(format!("{status}: {}", complaints.join("; ")))
        }
    }

    fn operation(&self, method: &Method, path: &str) -> Option<&Value> {
        let segments = |path: &str| -> Vec<String> {
            path.trim_end_matches('/')
                .split('/')
                .map(str::to_owned)
                .collect()
        };
        let asked = segments(path);
        let fits = |template: &str| {
            let template = segments(template);
            template.len() == asked.len()
                && template
                    .iter()
                    .zip(&asked)
                    .all(|(wanted, given)| wanted == given || wanted.starts_with('{'))
        };
        let method = match *method {
            Method::HEAD => "get".to_owned(),
            _ => method.as_str().to_lowercase(),
        };
        let paths = self.document["paths"].as_object()?;
        paths
            .iter()
            .find(|(template, _)| fits(template))?
            .1
            .get(&method)
    }

    fn validator(&self, schema: &Value) -> Validator {
        let whole = json!({ "allOf": [schema], "components": self.document["components"] });
        jsonschema::validator_for(&whole).expect("a schema")
    }
}

/// What was compressed for a client that takes any coding (`*`): the client here decodes none by itself.
fn decoded(body: &[u8], coding: &[u8]) -> Result<Vec<u8>, String> {
    let mut plain = Vec::new();
    match coding {
        // An answer to HEAD says how it would come, and has no body.
        b"gzip" if !body.is_empty() => GzDecoder::new(body)
            .read_to_end(&mut plain)
            .map_err(|error| error.to_string())?,
        b"gzip" => 0,
        other => return Err(format!("nobody asked for {other:?}")),
    };
    Ok(plain)
}
