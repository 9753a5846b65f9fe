//! Logs and traces: readable lines or JSON, one span a call with its request id, and OpenTelemetry when it is set.
//!
//! A span names the route, never the query: a cart's token or a crumb may stand there.

use crate::config::{LogFormat, Settings};
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderMap;
use actix_web::{Error, HttpMessage};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer};

/// What is logged unless the setting says otherwise.
const DEFAULT_FILTER: &str = "info,async_nats=warn,sqlx=warn,opentelemetry=warn,hyper=warn,reqwest=warn";

/// The header a caller names its own trace in.
const CALLER: &str = "traceparent";

/// Why telling did not start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// `LOGGIA_LOG` is no filter.
    #[error("LOGGIA_LOG: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// The traces have nowhere to go.
    #[error("LOGGIA_TRACES_ENDPOINT: {0}")]
    Traces(#[from] opentelemetry_otlp::ExporterBuildError),
    /// This process tells already.
    #[error(transparent)]
    Started(#[from] TryInitError),
}

/// Keeps the traces going; what is left of them is sent when it is dropped.
#[must_use = "what is left of the traces is sent when it is dropped"]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Some(traces) = &self.traces
            && let Err(fault) = traces.shutdown()
        {
            tracing::warn!(%fault, "the last traces were not sent");
        }
    }
}

/// Starts logs, and traces if they are asked for, for this process.
pub fn start(settings: &Settings) -> Result<Telemetry, TelemetryError> {
    let filter = EnvFilter::try_new(settings.log.as_deref().unwrap_or(DEFAULT_FILTER))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = match settings.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
    let traces = settings.traces_endpoint.as_deref().map(provider).transpose()?;
    let spans = traces
        .as_ref()
        .map(|traces| tracing_opentelemetry::layer().with_tracer(traces.tracer(env!("CARGO_PKG_NAME"))));
    tracing_subscriber::registry().with(filter).with(lines).with(spans).try_init()?;
    Ok(Telemetry { traces })
}

fn provider(endpoint: &str) -> Result<SdkTracerProvider, TelemetryError> {
    let exporter = SpanExporter::builder().with_http().with_endpoint(endpoint).build()?;
    let resource = Resource::builder().with_service_name(env!("CARGO_PKG_NAME")).build();
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}

/// The span of a call.
pub struct Calls;

impl RootSpanBuilder for Calls {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let route = request.match_pattern().unwrap_or_else(|| "other".into());
        let id = request.extensions().get::<RequestId>().copied().map(|id| id.to_string());
        let method = request.method().as_str();
        let span = tracing::info_span!(
            "call",
            request_id = id,
            method,
            route,
            status = Empty,
            otel.name = %format_args!("{method} {route}"),
            otel.kind = "server",
            otel.status_code = Empty,
        );
        if request.headers().contains_key(CALLER) {
            let caller = TraceContextPropagator::new().extract(&Headers(request.headers()));
            // Without traces there is no layer that takes it.
            let _ = span.set_parent(caller);
        }
        span
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(answer) => answer.status(),
            Err(fault) => fault.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        span.record("otel.status_code", if status.is_server_error() { "ERROR" } else { "OK" });
        span.in_scope(|| tracing::debug!("answered"));
    }
}

/// Reads the trace a caller is in.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(|name| name.as_str()).collect()
    }
}
