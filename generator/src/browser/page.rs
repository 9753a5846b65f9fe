//! One page of a browser: opened, measured, photographed.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::model::{Answers, BrowserError, Manner};
use super::wire::{Event, Wire};

/// So long a page may take until it is loaded.
const LOAD: Duration = Duration::from_secs(30);
/// So long its network may go on after that; a page that never rests is looked at as it is then.
const REST: Duration = Duration::from_secs(10);
/// So long a script of ours may take.
const SCRIPT: Duration = Duration::from_secs(20);
/// So long a picture of a page may take.
const PICTURE: Duration = Duration::from_secs(60);
/// A higher picture is not made, in pixels of the picture.
const HIGHEST: u32 = 16_384;
/// So many documents of a page are remembered.
const DOCUMENTS: usize = 20;
/// The world of our scripts: the page's own cannot reach into it.
const WORLD: &str = "loggia";

/// Waits for the fonts and for pictures that have begun to come, at most so many milliseconds.
const FONTS: &str = "Promise.race([document.fonts.ready.then(() => true), \
    new Promise(done => setTimeout(() => done(false), 5000))])";
/// Goes down the page in steps, so that what waits for being seen comes, and back up. Bounded in steps.
const DOWN: &str = "(async () => { \
    for (let step = 0; step < 60; step++) { \
        const at = step * innerHeight; \
        if (at > document.documentElement.scrollHeight) break; \
        scrollTo(0, at); \
        await new Promise(done => setTimeout(done, 60)); \
    } \
    scrollTo(0, 0); \
    await new Promise(done => setTimeout(done, 120)); \
    return true; })()";

/// The window of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// So many pixels of a picture are one CSS pixel.
    pub scale: f64,
}

/// How a page was opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opened {
    /// The status of the answer; 0 when there was none, as for a file.
    pub status: u16,
    /// Where it led.
    pub address: String,
    /// Whether load, fonts and network came to rest in time.
    pub at_rest: bool,
    /// How many style sheets were asked for, and how many of them came.
    pub sheets: [u32; 2],
}

/// What is known of a page that loads.
#[derive(Debug, Clone, Default)]
struct State {
    /// The documents that were begun, the newest last: a page may lead on by itself.
    begun: Vec<String>,
    is_loaded: bool,
    is_quiet: bool,
    /// The last answer that is a document; it comes before the document begins.
    address: String,
    status: u16,
    /// Style sheets asked for and come, of all documents.
    sheets: [u32; 2],
}

/// A page. [`Page::close`] closes it; so does letting it go.
pub struct Page {
    wire: Wire,
    target: String,
    context: String,
    session: String,
    state: watch::Receiver<State>,
    without_scripts: bool,
    task: JoinHandle<()>,
}

impl Drop for Page {
    fn drop(&mut self) {
        self.task.abort();
        self.wire.forget(&self.session);
        self.wire.tell(None, "Target.disposeBrowserContext", json!({"browserContextId": self.context}));
    }
}

impl Page {
    pub(super) async fn new(wire: &Wire, manner: Manner) -> Result<Page, BrowserError> {
        let made = wire.call(None, "Target.createBrowserContext", json!({"disposeOnDetach": true})).await?;
        let context = text(&made, "/browserContextId");
        let target = json!({"url": "about:blank", "browserContextId": context});
        let target = text(&wire.call(None, "Target.createTarget", target).await?, "/targetId");
        let attach = json!({"targetId": target, "flatten": true});
        let session = text(&wire.call(None, "Target.attachToTarget", attach).await?, "/sessionId");
        let events = wire.listen(&session);
        let (sender, state) = watch::channel(State::default());
        let hands = Hands {
            wire: wire.clone(),
            session: session.clone(),
            frame: target.clone(),
            answers: manner.answers.clone(),
        };
        let task = tokio::spawn(hands.follow(events, sender));
        let without_scripts = manner.without_scripts;
        let page = Page { wire: wire.clone(), target, context, session, state, without_scripts, task };
        for (method, params) in [
            ("Page.enable", json!({})),
            ("Network.enable", json!({"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})),
            ("Page.setLifecycleEventsEnabled", json!({"enabled": true})),
            (
                "Emulation.setEmulatedMedia",
                json!({"media": "screen", "features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}),
            ),
        ] {
            page.call(method, params).await?;
        }
        if manner.answers.is_some() {
            page.call("Fetch.enable", json!({"patterns": [{"urlPattern": "*"}]})).await?;
        }
        Ok(page)
    }

    /// Sets the window.
    ///
    /// # Errors
    /// When the browser refuses or has ended.
    pub async fn size(&self, size: Size) -> Result<(), BrowserError> {
        let params = json!({
            "width": size.width.clamp(1, 4_096), "height": size.height.clamp(1, 4_096),
            "deviceScaleFactor": size.scale.clamp(0.1, 4.0), "mobile": false,
        });
        self.call("Emulation.setDeviceMetricsOverride", params).await.map(|_| ())
    }

    /// Opens an address, or a file (`file:///…`), and waits until it is loaded and at rest. Every wait has an end.
    ///
    /// # Errors
    /// When nothing answers there, or the page is not loaded in time.
    pub async fn open(&self, address: &str) -> Result<Opened, BrowserError> {
        self.let_scripts(!self.without_scripts).await?;
        let before = self.state.borrow().sheets;
        let went = self
            .wire
            .call_within(LOAD, Some(&self.session), "Page.navigate", json!({"url": address}))
            .await?;
        if let Some(why) = went["errorText"].as_str().filter(|why| !why.is_empty()) {
            return Err(BrowserError::Refused(format!("{address} did not open: {why}")));
        }
        let loader = text(&went, "/loaderId");
        let has_begun = |state: &State| loader.is_empty() || state.begun.contains(&loader);
        let mut state = self.state.clone();
        let loaded = state.wait_for(|state| has_begun(state) && state.is_loaded);
        match tokio::time::timeout(LOAD, loaded).await {
            Ok(Ok(_)) => {}
            Ok(Err(_)) => return Err(BrowserError::Ended),
            Err(_) => return Err(BrowserError::TooSlow("Loading a page", LOAD)),
        }
        // A page that has begun without its scripts does not begin them later; ours need them to be let.
        self.let_scripts(true).await?;
        let quiet = tokio::time::timeout(REST, state.wait_for(|state| state.is_quiet)).await.is_ok();
        let fonts = self.evaluate(FONTS).await.is_ok_and(|ready| ready == true);
        let state = self.state.borrow().clone();
        let sheets = [0, 1].map(|at| state.sheets[at] - before[at]);
        Ok(Opened { status: state.status, address: state.address, at_rest: quiet && fonts, sheets })
    }

    /// Goes down the page and back, so that pictures that wait for being seen come.
    ///
    /// # Errors
    /// When the page has gone.
    pub async fn walk_down(&self) -> Result<(), BrowserError> {
        self.evaluate(DOWN).await.map(|_| ())
    }

    /// What a script says of the page, as JSON; a promise is waited for. It runs in a world of its own: the page's scripts
    /// see nothing of it, and cannot change what it calls.
    ///
    /// # Errors
    /// When the script throws or takes too long, or the page has gone.
    pub async fn evaluate(&self, script: &str) -> Result<Value, BrowserError> {
        let world = json!({"frameId": self.target, "worldName": WORLD});
        let world = self.call("Page.createIsolatedWorld", world).await?;
        let params = json!({
            "expression": script, "contextId": world["executionContextId"],
            "returnByValue": true, "awaitPromise": true,
        });
        let session = Some(self.session.as_str());
        let mut done = self.wire.call_within(SCRIPT, session, "Runtime.evaluate", params).await?;
        if let Some(thrown) = done.get("exceptionDetails") {
            let why = thrown.pointer("/exception/description").and_then(Value::as_str);
            let why: String = why.unwrap_or("it threw something").chars().take(300).collect();
            return Err(BrowserError::Refused(format!("A script failed on the page: {why}")));
        }
        Ok(done.pointer_mut("/result/value").map(Value::take).unwrap_or_default())
    }

    /// A picture (PNG) of the whole page in its width, at most so many CSS pixels high.
    ///
    /// # Errors
    /// When the browser refuses, or the page has gone.
    pub async fn screenshot(&self, highest: u32) -> Result<Vec<u8>, BrowserError> {
        let sizes = self.call("Page.getLayoutMetrics", json!({})).await?;
        let number = |path: &str| sizes.pointer(path).and_then(Value::as_f64).unwrap_or(1.0);
        let width = number("/cssLayoutViewport/clientWidth").clamp(1.0, 4_096.0);
        let height = number("/cssContentSize/height").clamp(1.0, f64::from(highest.clamp(1, HIGHEST)));
        let params = json!({
            "format": "png", "captureBeyondViewport": true,
            "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
        });
        let session = Some(self.session.as_str());
        let shot = self.wire.call_within(PICTURE, session, "Page.captureScreenshot", params).await?;
        let shot = shot["data"].as_str().unwrap_or_default();
        STANDARD.decode(shot).map_err(|error| BrowserError::Refused(error.to_string()))
    }

    /// Closes the page.
    pub async fn close(self) {
        let params = json!({"browserContextId": self.context});
        let _ = self.wire.call(None, "Target.disposeBrowserContext", params).await;
    }

    async fn let_scripts(&self, run: bool) -> Result<(), BrowserError> {
        if self.without_scripts {
            self.call("Emulation.setScriptExecutionDisabled", json!({"value": !run})).await?;
        }
        Ok(())
    }

    async fn call(&self, method: &'static str, params: Value) -> Result<Value, BrowserError> {
        self.wire.call(Some(&self.session), method, params).await
    }
}

/// Does what a page asks for while it loads.
struct Hands {
    wire: Wire,
    session: String,
    frame: String,
    answers: Option<Answers>,
}

impl Hands {
    async fn follow(self, mut events: mpsc::UnboundedReceiver<Event>, state: watch::Sender<State>) {
        let mut begun = Instant::now();
        while let Some(Event { method, params }) = events.recv().await {
            match method.as_str() {
                "Fetch.requestPaused" => self.answer(&params),
                // Nobody is there to be asked.
                "Page.javascriptDialogOpening" => {
                    self.tell("Page.handleJavaScriptDialog", json!({"accept": false}));
                }
                "Page.lifecycleEvent" if params["frameId"] == self.frame.as_str() => {
                    let (name, loader) = (text(&params, "/name"), text(&params, "/loaderId"));
                    state.send_modify(|state| match name.as_str() {
                        "init" => {
                            (state.is_loaded, state.is_quiet) = (false, false);
                            if state.begun.len() == DOCUMENTS {
                                state.begun.remove(0);
                            }
                            state.begun.push(loader);
                        }
                        "load" => state.is_loaded = true,
                        // A page that plays or counts never comes to its rest; few calls are enough.
                        "networkAlmostIdle" | "networkIdle" => state.is_quiet = true,
                        _ => {}
                    });
                    if name == "init" {
                        begun = Instant::now();
                    }
                }
                "Network.requestWillBeSent" if params["type"] == "Stylesheet" => {
                    state.send_modify(|state| state.sheets[0] += 1);
                }
                "Network.responseReceived" if params["type"] == "Stylesheet" => {
                    let status = params.pointer("/response/status").and_then(Value::as_u64);
                    let came = status.is_some_and(|status| (200..300).contains(&status));
                    state.send_modify(|state| state.sheets[1] += u32::from(came));
                }
                "Network.responseReceived"
                    if params["type"] == "Document" && params["frameId"] == self.frame.as_str() =>
                {
                    let status = params.pointer("/response/status").and_then(Value::as_u64);
                    let status = status.and_then(|status| u16::try_from(status).ok()).unwrap_or_default();
                    let address = text(&params, "/response/url");
                    state.send_modify(|state| (state.status, state.address) = (status, address));
                }
                _ => {}
            }
            // A page that makes events for ever is stopped; whoever waits sees it as it is.
            if begun.elapsed() > LOAD * 4 {
                self.tell("Page.stopLoading", json!({}));
                begun = Instant::now();
            }
        }
    }

    /// Gives what stands at an address, lets it be asked, or says that there is nothing.
    fn answer(&self, paused: &Value) {
        let id = &paused["requestId"];
        let address = paused.pointer("/request/url").and_then(Value::as_str).unwrap_or_default();
        let address = address.split('#').next().unwrap_or_default();
        match self.answers.as_ref().and_then(|answers| answers(address)) {
            Some(given) => {
                let kind = json!({"name": "Content-Type", "value": given.kind});
                // Fonts and modules are asked for across origins.
                let open = json!({"name": "Access-Control-Allow-Origin", "value": "*"});
                let params = json!({
                    "requestId": id, "responseCode": given.status, "responseHeaders": [kind, open],
                    "body": STANDARD.encode(&given.body),
                });
                self.tell("Fetch.fulfillRequest", params);
            }
            None => self.tell("Fetch.continueRequest", json!({"requestId": id})),
        }
    }

    fn tell(&self, method: &'static str, params: Value) {
        self.wire.tell(Some(&self.session), method, params);
    }
}

fn text(value: &Value, path: &str) -> String {
    value.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
}
