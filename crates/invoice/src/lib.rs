#![doc = include_str!("../README.md")]
mod amount;
mod check;
mod cii;
mod credit;
mod model;
mod pdf;
mod sale;
mod ubl;
mod words;
mod xml;

pub use check::{Fault, faults, lacks};
pub use cii::cii;
pub use credit::credit_note;
pub use model::{
    Address, Buyer, Category, Charge, Contact, Form, Invoice, Kind, Line, Means, Preceding, Seller, Tax,
    Totals,
};
pub use pdf::font_folders::FontFolders;
pub use pdf::slips::{PaperSize, Printed, Printing, Slip, SlipLine, SlipSheet, print};
pub use pdf::{NotDrawn, pdf};
pub use sale::{Rate, Sale, SaleLine, SaleTax, ShippingShare, Untaxed};
pub use ubl::{Profile, ubl};
