"""Rules for IP addresses and ports: which may be connected to. Pure: no name is resolved here, no socket opened.

The tables follow the IANA registries of special-purpose addresses (RFC 6890 and its updates): an address that is not
plain global unicast is refused. A NAT64 address, which a translator turns into IPv4, is judged as that.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

IPAddress = IPv4Address | IPv6Address

IPV4_SPECIAL = {
    IPv4Network(network): reason
    for network, reason in {
        "0.0.0.0/8": "it means this host",  # RFC 791
        "10.0.0.0/8": "it is a private network's",  # RFC 1918
        "100.64.0.0/10": "it is behind a carrier's translator",  # RFC 6598
        "127.0.0.0/8": "it is this computer",  # RFC 1122
        "168.63.129.16/32": "it is a cloud provider's control address",  # Azure's WireServer
        "169.254.0.0/16": "it is link-local, where clouds keep their metadata",  # RFC 3927
        "172.16.0.0/12": "it is a private network's",  # RFC 1918
        "192.0.0.0/24": "it is reserved for protocols",  # RFC 6890
        "192.0.2.0/24": "it is for examples only",  # RFC 5737
        "192.88.99.0/24": "it is a 6to4 relay",  # RFC 7526
        "192.168.0.0/16": "it is a private network's",  # RFC 1918
        "198.18.0.0/15": "it is for benchmarks only",  # RFC 2544
        "198.51.100.0/24": "it is for examples only",  # RFC 5737
        "203.0.113.0/24": "it is for examples only",  # RFC 5737
        "224.0.0.0/4": "it is multicast",  # RFC 5771
        "240.0.0.0/4": "it is reserved",  # RFC 1112
    }.items()
}

IPV6_GLOBAL = IPv6Network("2000::/3")  # RFC 4291: all of global unicast that has been given out
IPV6_SPECIAL = {
    IPv6Network(network): reason
    for network, reason in {
        "2001::/32": "it is a Teredo tunnel",  # RFC 4380
        "2001::/23": "it is reserved for protocols",  # RFC 2928
        "2001:db8::/32": "it is for examples only",  # RFC 3849
        "2002::/16": "it is a 6to4 tunnel",  # RFC 3056, given up by RFC 7526
        "3fff::/20": "it is for examples only",  # RFC 9637
    }.items()
}
IPV6_OUTSIDE = {
    IPv6Network(network): reason
    for network, reason in {
        "::/128": "it means this host",  # RFC 4291
        "::1/128": "it is this computer",  # RFC 4291
        "::ffff:0:0/96": "it is an IPv4 address in IPv6 spelling",  # RFC 4291
        "fc00::/7": "it is a private network's",  # RFC 4193
        "fe80::/10": "it is link-local",  # RFC 4291
        "fec0::/10": "it is a private network's",  # RFC 3879
        "ff00::/8": "it is multicast",  # RFC 4291
    }.items()
}
NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: the IPv4 address is the last 32 bits

# The Fetch standard's bad ports, https://fetch.spec.whatwg.org/#port-blocking
REFUSED_PORTS = frozenset(
    {
        *(
            0,
            1,
            7,
            9,
            11,
            13,
            15,
            17,
            19,
            20,
            21,
            22,
            23,
            25,
            37,
            42,
            43,
            53,
            69,
            77,
            79,
            87,
            95,
            101,
            102,
            103,
        ),
        *(104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513),
        *(
            514,
            515,
            526,
            530,
            531,
            532,
            540,
            548,
            554,
            556,
            563,
            587,
            601,
            636,
            989,
            990,
            993,
            995,
            1719,
            1720,
        ),
        *(
            1723,
            2049,
            3659,
            4045,
            4190,
            5060,
            5061,
            6000,
            6566,
            6665,
            6666,
            6667,
            6668,
            6669,
            6679,
            6697,
            10080,
        ),
    }
)


def refusal(address: IPAddress) -> str | None:
    """Return the reason that this address may not be connected to; None if it is public."""
    reason = _ipv4_refusal(address) if isinstance(address, IPv4Address) else _ipv6_refusal(address)
    if reason is None and not address.is_global:
        return "it is not on the public internet"
    return reason


def is_public(address: IPAddress) -> bool:
    """Tell whether this address is on the public internet."""
    return refusal(address) is None


def _ipv4_refusal(address: IPv4Address) -> str | None:
    return next((reason for network, reason in IPV4_SPECIAL.items() if address in network), None)


def _ipv6_refusal(address: IPv6Address) -> str | None:
    if address in NAT64:
        inner = IPv4Address(address.packed[-4:])
        reason = refusal(inner)
        return f"it carries {inner}, and {reason}" if reason else None
    table = IPV6_SPECIAL if address in IPV6_GLOBAL else IPV6_OUTSIDE
    known = next((reason for network, reason in table.items() if address in network), None)
    return known if known or address in IPV6_GLOBAL else "it is not on the public internet"
