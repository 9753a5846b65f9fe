//! The words a template may use about products, pictures, events, forms, dates and locales.
