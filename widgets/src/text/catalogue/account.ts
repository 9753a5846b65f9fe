/** The account dialog and what only members see. */
export const ACCOUNT_TEXTS = {
  accountLogIn: 'Log in',
  accountLogOut: 'Log out',
  accountTitle: 'Log in to your account',
  accountEmail: 'Email',
  accountPassword: 'Password',
  accountRemember: 'Remember me for 30 days',
  accountLoggingIn: 'Logging in…',
  accountLoggedIn: 'You are logged in.',
  accountLoggedOut: 'You are logged out.',
  accountKeepCart: 'Keep my cart on this device',
  accountShowPassword: 'Show password',
  accountHidePassword: 'Hide password',
  accountLeaveQuestion: 'Log out?',
} as const;
