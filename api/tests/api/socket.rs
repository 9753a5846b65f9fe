//! Answers read from a plain socket.

use std::io::{ErrorKind, Read as _, Result};
use std::net::TcpStream;

/// What has come next, 0 bytes at the end. A socket with a time limit is woken by every signal, such as that of a program
/// of another test which ended, whatever the handler asks for (signal(7)): it goes on waiting then.
pub fn read_some(stream: &mut TcpStream, buffer: &mut [u8]) -> Result<usize> {
    loop {
        match stream.read(buffer) {
            Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
