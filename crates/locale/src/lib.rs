//! Numbers, money, dates and plurals in every locale.
