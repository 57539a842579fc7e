//! A small SMTP server on loopback, on threads of its own.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What it does with a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    Accept,
    /// "Try later", as a full or greylisting server says.
    Refuse,
    /// Hangs up in the middle.
    HangUp,
}

pub struct SmtpServer {
    pub address: SocketAddr,
    pub mails: UnboundedReceiver<String>,
}

impl SmtpServer {
    pub fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, mails) = unbounded_channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sender = sender.clone();
                std::thread::spawn(move || converse(stream, mood, &sender));
            }
        });
        Self { address, mails }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }
}

fn converse(stream: TcpStream, mood: Mood, mails: &UnboundedSender<String>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let say = |line: &str| (&stream).write_all(format!("{line}\r\n").as_bytes());
    say("220 test ESMTP")?;
    while let Some(line) = lines.next() {
        match line?
            .get(..4)
            .unwrap_or_default()
            .to_ascii_uppercase()
            .as_str()
        {
            "EHLO" => say("250-test\r\n250 8BITMIME")?,
            "DATA" => {
                say("354 go on")?;
                let mail: Result<Vec<String>, _> = lines
                    .by_ref()
                    .take_while(|line| line.as_ref().is_ok_and(|line| line != "."))
                    .collect();
                match mood {
                    Mood::Accept => {
                        let _ = mails.send(mail?.join("\n"));
                        say("250 taken")?;
                    }
                    Mood::Refuse => say("451 not now")?,
                    Mood::HangUp => return Ok(()),
                }
            }
            "QUIT" => return say("221 bye"),
            _ => say("250 fine")?,
        }
    }
    Ok(())
}
