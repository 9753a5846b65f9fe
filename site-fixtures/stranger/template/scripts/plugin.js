window.harbour = { version: 1 };
