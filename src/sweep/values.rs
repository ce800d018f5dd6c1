//! What a person writes behind `--vary` and `--seeds`.

/// Varied paths with their values, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    /// The path, as `--set` has it; further ones that take the same value behind commas.
    pub path: String,
    /// At least one value, each as a scenario writes it.
    pub values: Vec<String>,
}

/// Most values of one list.
pub const MOST: usize = 100_000;

/// `PATH=V1,V2,..`, or `PATH,PATH=V1,V2,..` where several fields take the same value at once: a chain's length and its last node
/// (`topology.hops,flows[0].to=2,4,8`). A value `1..10` stands for all whole numbers from 1 to 10. Commas inside parentheses, brackets and quotes belong
/// to a value: `flows[0].transport.controller=Vegas(alpha: 1, beta: 3),NewReno`.
///
/// # Errors
/// In words, if there is no path, no value, or a value twice.
pub fn vary(text: &str) -> Result<Vary, String> {
    let Some((path, list)) = text.split_once('=') else {
        return Err("expected PATH=V1,V2,.., like topology.hops=2,4,8 or seed=1..10".to_owned());
    };
    let paths: Vec<&str> = path.split(',').map(str::trim).collect();
    if paths.iter().any(|path| path.is_empty()) {
        return Err("a path is missing before the `=`".to_owned());
    }
    Ok(Vary { path: paths.join(","), values: list_of(list)? })
}

/// Whole numbers: `1..10`, `3`, `1,5,9..12`.
///
/// # Errors
/// In words, if one is no whole number or stands there twice.
pub fn seeds(text: &str) -> Result<Vec<u64>, String> {
    let number = |word: String| word.parse().map_err(|_| format!("`{word}` is no seed: seeds are whole numbers"));
    list_of(text)?.into_iter().map(number).collect()
}

fn list_of(text: &str) -> Result<Vec<String>, String> {
    let mut values: Vec<String> = Vec::new();
    for word in words(text) {
        if word.is_empty() {
            return Err(format!("a value is missing in `{}`", text.trim()));
        }
        match range(&word)? {
            Some((first, last)) => {
                let room = MOST.saturating_sub(values.len()) as u64;
                if last - first >= room {
                    return Err(format!("`{word}` has more than {MOST} values"));
                }
                values.extend((first..=last).map(|number| number.to_string()));
            }
            None => values.push(word),
        }
    }
    for (place, value) in values.iter().enumerate() {
        if values[..place].contains(value) {
            return Err(format!("`{value}` stands there twice"));
        }
    }
    Ok(values)
}

/// Cut at commas that are not inside of something.
fn words(text: &str) -> Vec<String> {
    let (mut depth, mut quoted, mut escaped) = (0_i32, false, false);
    let mut words = vec![String::new()];
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                words.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.into_iter().map(|word| word.trim().to_owned()).collect()
}

/// `1..10`, both ends included.
fn range(word: &str) -> Result<Option<(u64, u64)>, String> {
    let Some((first, last)) = word.split_once("..") else { return Ok(None) };
    let (Ok(first), Ok(last)) = (first.trim().parse(), last.trim().trim_start_matches('=').parse()) else {
        // Not a range of whole numbers: a value that happens to have two dots.
        return Ok(None);
    };
    if first > last { Err(format!("`{word}` runs backwards")) } else { Ok(Some((first, last))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_ranges_and_values_with_commas_of_their_own() {
        let values = |text: &str| vary(text).unwrap().values;
        assert_eq!(values("topology.hops=2,4, 8"), ["2", "4", "8"]);
        assert_eq!(values("topology.hops=1..3,8"), ["1", "2", "3", "8"]);
        assert_eq!(values("a=Vegas(alpha: 1, beta: 3),NewReno"), ["Vegas(alpha: 1, beta: 3)", "NewReno"]);
        assert_eq!(values("a=\"x, y\",[1, 2]"), ["\"x, y\"", "[1, 2]"]);
        assert_eq!(values("duration=5 s,10 s"), ["5 s", "10 s"]);
        assert_eq!(seeds("1..3,9").unwrap(), [1, 2, 3, 9]);
    }

    #[test]
    fn what_is_no_list_is_told_in_words() {
        for (text, words) in [
            ("topology.hops", "expected PATH=V1,V2"),
            ("=3", "a path is missing"),
            ("a,=3", "a path is missing"),
            ("a=", "a value is missing"),
            ("a=1,,2", "a value is missing"),
            ("a=1,2,1", "`1` stands there twice"),
            ("a=5..2", "runs backwards"),
            ("a=0..18446744073709551615", "more than"),
        ] {
            assert!(vary(text).unwrap_err().contains(words), "{text}: {:?}", vary(text));
        }
        assert!(seeds("1,x").unwrap_err().contains("`x` is no seed"));
    }
}
