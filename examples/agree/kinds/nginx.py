"""An nginx configuration: upstreams, zones, caches, log formats, variables of maps and named
locations that are declared and used, unique servers and locations, certificates with keys."""

import random
import re

SMALLEST = """events {
}
http {
proxy_cache_path a keys_zone=a:1m;
upstream a {
server a;
server b backup;
}
server {
listen 1;
location / {
proxy_pass http://a;
proxy_cache a;
error_page 500 = @a;
}
location @a {
proxy_pass http://a;
}
}
}
"""

SITES = ["shop", "blog", "api", "docs", "auth", "media", "mail", "wiki"]


def make():
    r = random.Random(45)
    out = ["# made for a test; do not edit by hand", "user www-data;", "worker_processes auto;",
           "error_log /var/log/nginx/error.log warn;", "", "events {",
           "    worker_connections 1024;", "}", "", "http {"]
    out += ["    log_format main '$remote_addr - $remote_user [$time_local] \"$request\" '",
            "                    '$status $body_bytes_sent';",
            "    log_format timed '$request_time $upstream_status {\"uri\": \"$uri\"}';",
            "    access_log /var/log/nginx/access.log main;", "",
            "    map $http_upgrade $connection_upgrade {", "        default upgrade;",
            "        '' close;", "    }", "    map $http_user_agent $is_bot {",
            "        default 0;", "        ~*(crawler|spider) 1;", "    }",
            "    map $uri $cache_age {", "        default 1h;", "        ~\\.css$ 7d;",
            "        /feed.xml 5m;", "    }", ""]
    out += [f"    limit_req_zone $binary_remote_addr zone={zone}:10m rate={rate}r/s;"
            for zone, rate in (("login", 2), ("search", 10), ("upload", 1))]
    caches = ["pages", "images", "feeds"]
    out += [f"    proxy_cache_path /var/cache/{zone} levels=1:2 keys_zone={zone}:20m inactive=1d;"
            for zone in caches]
    ports = r.sample(range(8001, 8200), 40)
    for n, site in enumerate(SITES):
        for part in ("app", "spare"):
            out += ["", f"    upstream {site}_{part} {{"]
            out += ["        least_conn;"] if r.random() < 0.3 else []
            for at in range(r.randint(1, 3)):
                extra = r.choice(["", " weight=3", " max_fails=2 fail_timeout=10s"])
                out += [f"        server 10.0.{n}.{at + 10}:{ports.pop() if at else 8000}{extra};"]
            backup = site == "media" or part == "spare" and r.random() < 0.5
            out += [f"        server 10.0.{n}.99:8000 backup;"] if backup else []
            out += ["        keepalive 16;"] if r.random() < 0.4 else []
            out += ["    }"]
    zones, caching = ["login", "search", "upload"], dict.fromkeys(SITES, "")
    caching |= {"blog": "pages", "docs": "pages", "media": "images", "wiki": "feeds"}
    for n, site in enumerate(SITES):
        out += ["", "    server {", "        listen 80;"]
        tls = n % 2 == 1
        out += ["        listen 443 ssl;"] if tls else []
        names = f"{site}.example.org" + (f" www.{site}.example.org" if n % 3 == 0 else "")
        out += [f"        server_name {names};"]
        out += [f"        ssl_certificate /etc/ssl/{site}.crt;",
                f"        ssl_certificate_key /etc/ssl/{site}.key;"] if tls else []
        if n % 3 == 1:
            out += [f"        access_log /var/log/nginx/{site}.log timed;"]
        out += ["", "        location / {", f"            proxy_pass http://{site}_app;",
                "            proxy_set_header Host $host;"]
        if caching[site]:
            out += [f"            proxy_cache {caching[site]};"]
            out += ["            add_header X-Cache-Age $cache_age;"] if n % 2 else []
        out += ["            error_page 502 504 = @spare;", "        }"]
        if n in (0, 3, 5):
            out += ["        location /find {",
                    f"            limit_req zone={zones.pop()} burst=5;",
                    f"            proxy_pass http://{site}_app;", "        }"]
        if n in (2, 4):
            out += ["        location /live {", f"            proxy_pass http://{site}_app;",
                    "            proxy_set_header Upgrade $http_upgrade;",
                    "            proxy_set_header Connection $connection_upgrade;", "        }"]
        if site == "media":
            out += ["        location /thumb {", "            proxy_pass http://media_spare;",
                    "            proxy_cache images;", "            error_page 500 503 = @again;",
                    "        }", "        location @again {",
                    "            proxy_set_header X-Bot $is_bot;",
                    "            proxy_pass http://media_spare;", "        }"]
        if site == "wiki":
            out += ["        location /raw {", "            proxy_pass http://wiki_app;",
                    "            error_page 500 = @raw;", "        }", "        location @raw {",
                    "            proxy_pass http://wiki_app;", "        }"]
        out += ["        location = /health {", "            return 204;", "        }"]
        out += ["        location @spare {", f"            proxy_pass http://{site}_spare;",
                "            proxy_set_header X-Bot $is_bot;" if n % 4 == 0 else
                f"            proxy_set_header X-Site {site};", "        }", "    }"]
    return "\n".join([*out, "}"]) + "\n"


def need(condition):
    if not condition:
        raise ValueError


TOKEN = re.compile(r"""\s+|\#[^\n]*|(?P<q>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?=[\s;{])
    |(?P<m>[;{}])|(?P<w>[^\s;{}'"#](?:[^\s;{}'"\\]|\\.)*)""", re.X | re.S)


def parse(text):
    """Directives as lists: the words, and the directives inside or None."""
    tokens, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        at = m.end()
        if m.lastgroup:
            tokens.append((m.lastgroup == "m", m[0][1:-1] if m["q"] else m[0]))
    tokens.reverse()

    def block(deep):
        found = []
        while tokens and tokens[-1] != (True, "}"):
            words = []
            while not tokens[-1][0]:
                words.append(tokens.pop()[1])
            mark = tokens.pop()[1]
            need(words and mark != "}")
            found.append((words[0], words[1:], block(True) if mark == "{" else None))
        need(bool(tokens) == deep)
        if deep:
            tokens.pop()
        return found

    return block(False)


# The directives of each block: how many arguments, and whether one may be there twice.
ALLOWED = {
    "main": {"user": (1, 1), "worker_processes": (1, 1), "error_log": (1, 2)},
    "events": {"worker_connections": (1, 1)},
    "http": {"log_format": (2, 9), "access_log": (2, 2), "limit_req_zone": (3, 3),
             "proxy_cache_path": (2, 9)},
    "upstream": {"least_conn": (0, 0), "server": (1, 9), "keepalive": (1, 1)},
    "server": {"listen": (1, 3), "server_name": (1, 9), "ssl_certificate": (1, 1),
               "ssl_certificate_key": (1, 1), "access_log": (2, 2)},
    "location": {"proxy_pass": (1, 1), "proxy_set_header": (2, 2), "add_header": (2, 2),
                 "proxy_cache": (1, 1), "error_page": (3, 9), "limit_req": (1, 3),
                 "return": (1, 2)},
}
MANY = ("log_format limit_req_zone proxy_cache_path server listen proxy_set_header"
        " add_header").split()
BLOCKS = {"main": ["events", "http"], "http": ["upstream", "map", "server"], "server": ["location"]}
BUILTIN = set("remote_addr remote_user time_local request status body_bytes_sent request_time uri"
              " host upstream_status http_upgrade http_user_agent binary_remote_addr".split())


def shows_bug(text):
    """A cached location falls back to the same upstream, and that has a backup server."""
    names = {kind: set() for kind in ("upstream", "zone", "cache", "format", "map")}
    used = {kind: set() for kind in names}

    def declare(kind, name):
        need(re.fullmatch(r"[a-z]\w*", name) and name not in names[kind])
        names[kind].add(name)

    def check(kind, block):
        """The blocks in it; the simple directives must be known."""
        seen = []
        for name, words, inner in block:
            if inner is not None:
                need(name in BLOCKS.get(kind, []))
                continue
            least, most = ALLOWED[kind][name]
            need(least <= len(words) <= most and (name in MANY or name not in seen))
            seen.append(name)
            for word in words:
                need(word or name != "server")
                used["map"].update(re.findall(r"\$(\w+)", word))
                need(not re.search(r"\$(?!\w)", word))
            if name == "access_log":
                used["format"].add(words[1])
        return [item for item in block if item[2] is not None]

    def one(block, name):
        """The arguments of the only directive of this name, or None."""
        return next((words for key, words, inner in block if key == name), None)

    main = parse(text)
    [(first, none, events), (second, also, http)] = check("main", main)
    need(first == "events" and second == "http" and not none and not also)
    check("events", events)
    upstreams, servers = {}, []
    for name, words, inner in check("http", http):
        if name == "server":
            need(not words)
            servers.append(inner)
        elif name == "upstream":
            [key] = words
            declare("upstream", key)
            need(not check("upstream", inner))
            hosts = [words for name, words, _ in inner if name == "server"]
            need(len({words[0] for words in hosts}) == len(hosts))
            for host in hosts:
                need(all(re.fullmatch(r"backup|(weight|max_fails)=\d+|fail_timeout=\d+s", extra)
                         for extra in host[1:]))
            need(any("backup" not in words[1:] for words in hosts))
            upstreams[key] = any("backup" in words[1:] for words in hosts)
        else:
            source, target = words
            need(re.fullmatch(r"\$\w+", source) and target[0] == "$")
            declare("map", target[1:])
            used["map"].add(source[1:])
            need(inner and all(deep is None and len(value) == 1 for _, value, deep in inner))
            need(len({key for key, _, _ in inner}) == len(inner))
    for name, words, inner in http:
        if name == "log_format":
            declare("format", words[0])
        elif name == "limit_req_zone":
            declare("zone", re.fullmatch(r"zone=(\w+):\d+m", words[1])[1])
            need(words[0][0] == "$" and re.fullmatch(r"rate=\d+r/s", words[2]))
        elif name == "proxy_cache_path":
            [cache] = [m[1] for w in words[1:] if (m := re.fullmatch(r"keys_zone=(\w+):\d+m", w))]
            declare("cache", cache)
    found, sites = False, set()
    for server in servers:
        locations = check("server", server)
        listens = [words for name, words, _ in server if name == "listen"]
        need(listens)
        for words in listens:
            need(re.fullmatch(r"[1-9]\d{0,4}", words[0]) and words[1:] in ([], ["ssl"]))
            for site in one(server, "server_name") or [""]:
                need((words[0], site) not in sites)
                sites.add((words[0], site))
        for name in ("ssl_certificate", "ssl_certificate_key"):
            need(bool(one(server, name)) == any("ssl" in words for words in listens))
        paths, asked = {}, set()
        for _, words, inner in locations:
            need(len(words) == 1 and words[0][0] in "/@" or len(words) == 2 and words[0] == "=")
            need(" ".join(words) not in paths and not check("location", inner))
            paths[" ".join(words)] = inner
            need(bool(one(inner, "proxy_pass")) != bool(one(inner, "return")))
            if to := one(inner, "proxy_pass"):
                used["upstream"].add(re.fullmatch(r"http://(\w+)", to[0])[1])
            if cache := one(inner, "proxy_cache"):
                need(to)
                used["cache"].add(cache[0])
            if zone := one(inner, "limit_req"):
                used["zone"].add(re.fullmatch(r"zone=(\w+)", zone[0])[1])
            if code := one(inner, "return"):
                need(re.fullmatch(r"[2-5]\d\d", code[0]))
            if page := one(inner, "error_page"):
                need(page[-2] == "=" and all(re.fullmatch(r"[45]\d\d", c) for c in page[:-2]))
                asked.add(page[-1])
        need(asked == {path for path in paths if path[0] == "@"})
        for inner in paths.values():
            if one(inner, "proxy_cache") and (page := one(inner, "error_page")):
                to = one(inner, "proxy_pass")
                same = one(paths[page[-1]], "proxy_pass") == to
                found = found or same and upstreams[to[0].removeprefix("http://")]
    used["map"] -= BUILTIN
    need(used == names)
    return found
