#![allow(clippy::unwrap_used)]

use super::*;

fn room(dir: &tempfile::TempDir, blocks: u64) -> Room {
    let room = Room::new(dir.path().join("spool"), blocks * BLOCK as u64);
    Room {
        free: |_| Ok(u64::MAX),
        ..room
    }
}

async fn sent(spool: &Spool) -> Bytes {
    let response = spool.respond(Response::new(Body::empty()), ());
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await;
    bytes.unwrap()
}

#[tokio::test]
async fn what_is_written_is_sent_again_and_again() {
    let dir = tempfile::tempdir().unwrap();
    for length in [0, 1, PIECE, PIECE + 1, 3 * BLOCK + 7] {
        let text: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let mut writer = room(&dir, 8).writer(Whose::Ours);
        for part in text.chunks(1000) {
            writer.write_all(part).unwrap();
        }
        let spool = writer.finish().unwrap();
        assert_eq!(matches!(spool, Spool::Memory(_)), length <= PIECE);
        for _ in 0..2 {
            assert_eq!(sent(&spool).await, text);
        }
    }
    assert_eq!(
        std::fs::read_dir(dir.path().join("spool")).unwrap().count(),
        0
    );
}

#[test]
fn what_is_large_is_not_held_in_memory_a_second_time() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = room(&dir, 8).writer(Whose::Ours);
    for length in [10, 3 * BLOCK, PIECE, PIECE + 1, 1] {
        writer.write_all(&vec![7; length]).unwrap();
        assert!(writer.buffer.capacity() <= PIECE, "{length}");
    }
    let length = 10 + 3 * BLOCK + PIECE + PIECE + 1 + 1;
    match writer.finish().unwrap() {
        Spool::Disk { length: disk, .. } => assert_eq!(disk, length as u64),
        Spool::Memory(_) => unreachable!("it is large"),
    }
}

#[tokio::test]
async fn room_is_bounded_and_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let room = room(&dir, 2);
    let fill = || {
        let mut writer = room.writer(Whose::Ours);
        writer.write_all(&vec![0; 2 * BLOCK])?;
        writer.finish()
    };
    let first = fill().unwrap();
    assert_eq!(fill().unwrap_err().kind(), io::ErrorKind::QuotaExceeded);
    let response = first.respond(Response::new(Body::empty()), ());
    drop(first);
    assert!(fill().is_err(), "a client still reads it");
    drop(response);
    assert!(fill().is_ok());
}

#[test]
fn half_of_the_room_is_left_for_staff() {
    let dir = tempfile::tempdir().unwrap();
    let room = room(&dir, 4);
    let fill = |whose| {
        let mut writer = room.writer(whose);
        writer.write_all(&vec![0; 2 * BLOCK])?;
        writer.finish()
    };
    let visitors = fill(Whose::Visitors).unwrap();
    assert!(fill(Whose::Visitors).is_err());
    let ours = fill(Whose::Ours).unwrap();
    assert!(fill(Whose::Ours).is_err());
    drop(visitors);
    let all = fill(Whose::Ours).unwrap();
    assert!(fill(Whose::Visitors).is_err(), "staff may have all of it");
    assert_eq!(
        room.visitors.left.available_permits(),
        2,
        "nothing is left held"
    );
    drop((ours, all));
    assert!(fill(Whose::Visitors).is_ok());
}

#[test]
fn most_of_the_disk_is_left_for_the_store() {
    let dir = tempfile::tempdir().unwrap();
    let room = Room {
        free: |_| Ok(10 * BLOCK as u64),
        ..room(&dir, 100)
    };
    let fill = |whose| {
        let mut writer = room.writer(whose);
        writer.write_all(&vec![0; BLOCK])?;
        writer.finish()
    };
    let refused = |whose| fill(whose).unwrap_err().kind();
    let strangers: Vec<_> = (0..3).map(|_| fill(Whose::Visitors).unwrap()).collect();
    assert_eq!(refused(Whose::Visitors), io::ErrorKind::StorageFull);
    let ours: Vec<_> = (0..6).map(|_| fill(Whose::Ours).unwrap()).collect();
    assert_eq!(refused(Whose::Ours), io::ErrorKind::StorageFull);
    drop(strangers);
    assert!(fill(Whose::Ours).is_ok());
    assert!(
        fill(Whose::Visitors).is_ok(),
        "nothing is held of what was refused"
    );
    drop(ours);
    assert_eq!(room.all.left.available_permits(), 100);
}
