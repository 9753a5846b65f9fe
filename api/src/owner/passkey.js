// Asks the browser's passkey what a form carries, and sends the answer with it. The form stands hidden until this runs: without
// a script there are codes.
'use strict';

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const withIds = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));

function ask(form) {
  const told = JSON.parse(form.dataset.passkey);
  const publicKey = { ...told, challenge: bytes(told.challenge) };
  if (form.dataset.kind === 'create') {
    publicKey.user = { ...told.user, id: bytes(told.user.id) };
    publicKey.excludeCredentials = withIds(told.excludeCredentials);
    return navigator.credentials.create({ publicKey });
  }
  publicKey.allowCredentials = withIds(told.allowCredentials);
  return navigator.credentials.get({ publicKey });
}

function written({ id, rawId, type, response }) {
  const said = { clientDataJSON: text(response.clientDataJSON) };
  if (response.attestationObject) said.attestationObject = text(response.attestationObject);
  else {
    said.authenticatorData = text(response.authenticatorData);
    said.signature = text(response.signature);
    said.userHandle = response.userHandle ? text(response.userHandle) : null;
  }
  return JSON.stringify({ id, rawId: text(rawId), type, response: said, clientExtensionResults: {} });
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) continue;
  form.hidden = false;
  const problem = form.querySelector('[role="alert"]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    try {
      form.elements.passkey.value = written(await ask(form));
      form.submit();
    } catch {
      problem.textContent = 'The passkey did not answer. Try again, or use another way.';
    }
  });
}
