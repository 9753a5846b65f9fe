/** Passkeys as the server writes them: everything binary is base64url. */
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** What the server asks: `publicKey` of `navigator.credentials.get`, with texts for what is binary. */
type Asked = { challenge: string; allowCredentials?: { id: string; type: 'public-key' }[] } & Record<string, unknown>;

/** Asks the browser's passkey. Rejects when nobody answers. */
export async function askPasskey(options: unknown): Promise<unknown> {
  const asked = options as Asked;
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    allowCredentials: (asked.allowCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) })),
  } as PublicKeyCredentialRequestOptions;
  const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (!given) throw new Error('no passkey answered');
  const response = given.response as AuthenticatorAssertionResponse;
  return {
    id: given.id,
    rawId: text(given.rawId),
    type: given.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}
