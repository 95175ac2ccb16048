"""Where others reach this tutor: for codes on paper and links that a teacher hands out."""

import os
import socket
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

SETTING = "CALYPSO_ADDRESS"
"""The environment variable by which a club names its own address, such as
``https://cards.example.org/calypso``."""


def base() -> str:
    """Give the address of the tutor without a slash at its end; nothing, if it is not known.

    The setting goes first, then the address by which this page was opened. A teacher who
    runs the tutor on their own machine sees it at an address that only this machine knows;
    others need the one it has in the network.
    """
    told = os.environ.get(SETTING, "").strip().rstrip("/")
    if urlsplit(told).scheme in ("http", "https"):
        return told
    at = urlsplit(str(st.context.url or ""))
    if not at.netloc:
        return ""
    where = at.netloc
    if _only_here(at.hostname or "") and (found := _in_network()):
        where = f"{found}:{at.port}" if at.port else found
    return urlunsplit((at.scheme, where, at.path.rstrip("/").rpartition("/")[0], "", ""))


def of(path: str, **query: str) -> str:
    """Give the address of a page for others to open.

    It says nothing of this session's settings: whoever opens it keeps their own language.
    """
    return f"{base()}/{path}?{urlencode(query)}"


def _only_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@cache
def _in_network() -> str | None:
    """Give this machine's address in its network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address nobody has
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if _only_here(found) or found.startswith("0.") else found
