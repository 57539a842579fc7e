//! A small SMTP server on loopback, enough for one client at a time.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

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
    pub async fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, mails) = unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, mood, sender.clone()));
            }
        });
        Self { address, mails }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }
}

async fn converse(
    stream: TcpStream,
    mood: Mood,
    mails: UnboundedSender<String>,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    say(&mut stream, "220 test ESMTP").await?;
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" => say(&mut stream, "250-test\r\n250 8BITMIME").await?,
            "DATA" => {
                say(&mut stream, "354 go on").await?;
                let mail = read_mail(&mut stream).await?;
                match mood {
                    Mood::Accept => {
                        let _ = mails.send(mail);
                        say(&mut stream, "250 taken").await?;
                    }
                    Mood::Refuse => say(&mut stream, "451 not now").await?,
                    Mood::HangUp => return Ok(()),
                }
            }
            "QUIT" => return say(&mut stream, "221 bye").await,
            _ => say(&mut stream, "250 fine").await?,
        }
    }
}

async fn say(stream: &mut BufReader<TcpStream>, line: &str) -> std::io::Result<()> {
    stream
        .get_mut()
        .write_all(format!("{line}\r\n").as_bytes())
        .await
}

async fn read_mail(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut mail = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || line == ".\r\n" {
            return Ok(mail);
        }
        mail.push_str(&line);
    }
}
